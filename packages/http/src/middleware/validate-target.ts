import type { IncomingMessage } from 'node:http';
import { E } from '@portcullis/domain';
import type { RequestRateLimiter } from '../rate-limits/request-rate-limiter.ts';
import {
  type HttpError,
  invalidRequest,
  noSuchPath,
  unsupportedHttpVersion,
  unsupportedTransferCoding,
} from '../request/http-error.ts';
import { parseUrl } from '../request/parse-url.ts';
import type { HttpContext, HttpMiddleware } from '../request/request-context.ts';
import type { ErrorSenderOf, SendProblem } from '../responses/http-response.ts';
import { sendProblem } from '../responses/send-response.ts';
import { versionFault } from './api-version.ts';

const maxHeaders = 100;

/**
 * When one of these is repeated, Node keeps the first value and a proxy may keep the second, so that each would see a
 * different request.
 */
const singleHeaders = ['host', 'authorization', 'content-type', 'content-length'];
/** Their lengths differ, and most other names have none of these. */
const singleHeaderByLength: ReadonlyMap<number, string> = new Map(singleHeaders.map((name) => [name.length, name]));

/** The characters of a host with its port (RFC 9110 section 7.2, RFC 3986 section 3.2.2). */
const hostPattern = /^[A-Za-z0-9._~!$&'()*+,;=%:[\]-]*$/;

const invalidHeader = (pointer: string, message: string): HttpError =>
  invalidRequest('headers', [{ pointer, message }]);

/** The first of these headers that is given more than once. This looks at every header of every request. */
const repeatedSingleHeader = (rawHeaders: readonly string[]): string | null => {
  const seen: string[] = [];
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const given = rawHeaders[i] ?? '';
    const name = singleHeaderByLength.get(given.length);
    if (name === undefined || given.toLowerCase() !== name) continue;
    if (seen.includes(name)) return name;
    seen.push(name);
  }
  return null;
};

/**
 * A body is framed by one `chunked` and nothing else: another coding would have to be undone, and a message of HTTP/1.0
 * has none (RFC 9112 section 6.1). Node joins the values of repeated headers.
 */
const framingFault = ({ headers, httpVersion }: IncomingMessage): HttpError | null => {
  if (httpVersion !== '1.1' && httpVersion !== '1.0') return unsupportedHttpVersion;
  const coding = headers['transfer-encoding'];
  if (coding === undefined) return null;
  if (coding.toLowerCase() !== 'chunked') return unsupportedTransferCoding;
  return httpVersion === '1.1' ? null : invalidHeader('/transfer-encoding', 'HTTP/1.0 has no transfer codings');
};

const headerFault = ({ rawHeaders, headers, httpVersion }: IncomingMessage): HttpError | null => {
  if (rawHeaders.length > 2 * maxHeaders) return invalidHeader('', `at most ${maxHeaders} headers are accepted`);
  const repeated = repeatedSingleHeader(rawHeaders);
  if (repeated !== null) return invalidHeader(`/${repeated}`, 'given more than once');
  if (headers.host === undefined && httpVersion !== '1.0') return invalidHeader('/host', 'is missing');
  if (!hostPattern.test(headers.host ?? '')) return invalidHeader('/host', 'is no host');
  return versionFault(headers['portcullis-version']);
};

const invalidTarget = (message: string): HttpError => invalidRequest('url', [{ pointer: '', message }]);

/** The authority, the path and the query of an absolute URL of HTTP (RFC 9110 section 4.2). */
const absoluteForm = /^https?:\/\/([^/?#\\]+)(\/[^?#\\]*)?(\?[^#]*)?$/i;
const dotSegment = /\/(?:\.|%2e){1,2}(?:\/|$)/i;

/**
 * A server must accept a request target in absolute form (RFC 9112 section 3.2.2). Its path is taken as it is: where
 * one intermediary resolves dot segments and another does not, each of them sees another path.
 */
const absoluteTargetFault = (ctx: HttpContext): HttpError | null => {
  const [, authority = '', path = '/', query = ''] = absoluteForm.exec(ctx.url) ?? [];
  if (authority === '' || !hostPattern.test(authority) || parseUrl(ctx.url) === null)
    return invalidTarget('is no path, nor an absolute URL of http or https');
  if (dotSegment.test(path)) return invalidTarget('has dot segments');
  ctx.url = `${path}${query}`;
  return null;
};

const targetFault = (ctx: HttpContext, maxUrl: number): HttpError | null => {
  if (ctx.url.length > maxUrl) return invalidTarget(`is longer than ${maxUrl} bytes`);
  if (ctx.url.includes('#')) return invalidTarget('has a fragment');
  if (ctx.url.startsWith('/')) return null;
  return ctx.url === '*' ? noSuchPath : absoluteTargetFault(ctx);
};

/**
 * `isFramingFault` tells that nobody knows where the request ends, so that nothing more is read from its connection.
 */
const refuse = async (
  rateLimiter: RequestRateLimiter,
  ctx: HttpContext,
  send: SendProblem,
  fault: HttpError,
  isFramingFault: boolean,
): Promise<void> => {
  if (isFramingFault) ctx.res.shouldKeepAlive = false;
  const counted = await rateLimiter.countAnonymous(ctx)();
  send(ctx, E.isLeft(counted) ? counted.left : fault);
};

/**
 * Lets a request through when every intermediary reads it in the same way and when its target has a valid form.
 * `errorSenderOf` returns how a route sends errors in a form of its own.
 */
export const validateTarget =
  (rateLimiter: RequestRateLimiter, maxUrl: number, errorSenderOf: ErrorSenderOf): HttpMiddleware =>
  (ctx, next) => {
    const framing = framingFault(ctx.req);
    const target = framing === null ? targetFault(ctx, maxUrl) : null;
    const fault = framing ?? headerFault(ctx.req) ?? target;
    if (fault === null) return next();
    // Where nobody knows what the request is, or its target has no path, it is one of no route.
    const own = framing === null && target === null ? errorSenderOf(ctx.method, ctx.path) : undefined;
    return refuse(rateLimiter, ctx, own ?? sendProblem, fault, framing !== null);
  };
