import type { IncomingMessage } from 'node:http';
import { E, notFound } from '@portcullis/domain';
import type { RequestRateLimiter } from '../rate-limits/request-rate-limiter.ts';
import { type HttpError, invalidRequest } from '../request/http-error.ts';
import type { HttpContext, HttpMiddleware } from '../request/request-context.ts';
import { sendProblem } from '../responses/send-response.ts';

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

const headerFault = ({ rawHeaders, headers, httpVersion }: IncomingMessage): HttpError | null => {
  if (rawHeaders.length > 2 * maxHeaders) return invalidHeader('', `at most ${maxHeaders} headers are accepted`);
  const repeated = repeatedSingleHeader(rawHeaders);
  if (repeated !== null) return invalidHeader(`/${repeated}`, 'given more than once');
  if (headers.host === undefined && httpVersion !== '1.0') return invalidHeader('/host', 'is missing');
  return hostPattern.test(headers.host ?? '') ? null : invalidHeader('/host', 'is no host');
};

/** A server must accept a request target in absolute form (RFC 9112 section 3.2.2). */
const targetFault = (ctx: HttpContext, maxUrl: number): HttpError | null => {
  if (ctx.url.length > maxUrl) return invalidRequest('url', []);
  if (ctx.url.startsWith('/')) return null;
  if (!URL.canParse(ctx.url)) return notFound;
  const { pathname, search } = new URL(ctx.url);
  ctx.url = `${pathname}${search}`;
  return null;
};

const refuse = async (rateLimiter: RequestRateLimiter, ctx: HttpContext, fault: HttpError): Promise<void> => {
  const counted = await rateLimiter.countAnonymous(ctx)();
  sendProblem(ctx, E.isLeft(counted) ? counted.left : fault);
};

/** Lets a request through when every intermediary reads it in the same way and when its target has a valid form. */
export const validateTarget =
  (rateLimiter: RequestRateLimiter, maxUrl: number): HttpMiddleware =>
  (ctx, next) => {
    const fault = headerFault(ctx.req) ?? targetFault(ctx, maxUrl);
    return fault === null ? next() : refuse(rateLimiter, ctx, fault);
  };
