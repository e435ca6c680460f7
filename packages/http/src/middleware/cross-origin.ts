import cors from '@koa/cors';
import type { HttpMiddleware } from '../request/request-context.ts';

const exposedHeaders = [
  'Request-Id',
  'ETag',
  'Location',
  'Retry-After',
  'RateLimit',
  'RateLimit-Policy',
  'Idempotent-Replayed',
  'Date',
  'Portcullis-Version',
  'Deprecation',
  'Sunset',
];
const acceptedHeaders = [
  'Authorization',
  'Content-Type',
  'If-Match',
  'If-None-Match',
  'Idempotency-Key',
  'Request-Id',
  'traceparent',
  'Portcullis-Version',
];

const corsFor = (origins: readonly string[]): HttpMiddleware => {
  const allowed = new Set(origins);
  return cors({
    origin: (ctx) => (allowed.has(ctx.get('Origin')) ? ctx.get('Origin') : ''),
    allowMethods: ['GET', 'POST', 'PUT', 'PATCH'],
    allowHeaders: acceptedHeaders,
    exposeHeaders: exposedHeaders,
    maxAge: 600,
    keepHeadersOnError: false,
  });
};

/**
 * Lets pages of the listed origins read responses, by exact comparison and without cookies (Fetch, section 3.3).
 */
export const crossOrigin = (origins: readonly string[]): HttpMiddleware => {
  const allow = corsFor(origins);
  return (ctx, next) => (ctx.req.headers.origin !== undefined && ctx.method !== 'OPTIONS' ? allow(ctx, next) : next());
};

/** Answers the CORS preflight requests of those pages. */
export const preflights = (origins: readonly string[]): HttpMiddleware => {
  const allow = corsFor(origins);
  return (ctx, next) => (ctx.req.headers.origin !== undefined && ctx.method === 'OPTIONS' ? allow(ctx, next) : next());
};
