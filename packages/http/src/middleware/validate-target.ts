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
const singleHeaders = new Set(['host', 'authorization', 'content-type', 'content-length']);

/** The characters of a host with its port (RFC 9110 section 7.2, RFC 3986 section 3.2.2). */
const hostPattern = /^[A-Za-z0-9._~!$&'()*+,;=%:[\]-]*$/;

const invalidHeader = (pointer: string, message: string): HttpError =>
  invalidRequest('headers', [{ pointer, message }]);

const headerFault = ({ rawHeaders, headers, httpVersion }: IncomingMessage): HttpError | null => {
  if (rawHeaders.length > 2 * maxHeaders) return invalidHeader('', `at most ${maxHeaders} headers are accepted`);
  const seen = new Set<string>();
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]?.toLowerCase() ?? '';
    if (singleHeaders.has(name) && seen.has(name)) return invalidHeader(`/${name}`, 'given more than once');
    seen.add(name);
  }
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

/** Lets a request through when every intermediary reads it in the same way and when its target has a valid form. */
export const validateTarget =
  (rateLimiter: RequestRateLimiter, maxUrl: number): HttpMiddleware =>
  async (ctx, next) => {
    const fault = headerFault(ctx.req) ?? targetFault(ctx, maxUrl);
    if (fault === null) return next();
    const counted = await rateLimiter.countAnonymous(ctx)();
    sendProblem(ctx, E.isLeft(counted) ? counted.left : fault);
  };
