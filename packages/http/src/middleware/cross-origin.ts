import cors from '@koa/cors';
import type { HttpMiddleware } from '../trace.ts';

const exposed = ['Request-Id', 'ETag', 'Retry-After', 'RateLimit', 'RateLimit-Policy', 'Idempotent-Replayed', 'Date'];
const accepted = ['Authorization', 'Content-Type', 'If-Match', 'If-None-Match', 'Idempotency-Key', 'Request-Id'];

/**
 * Lets the pages of listed origins call, by exact comparison and without cookies (Fetch, section 3.3). Every answer
 * varies by `Origin`, so that no cache mixes them.
 */
export const crossOrigin = (origins: readonly string[]): HttpMiddleware => {
  const allowed = new Set(origins);
  const middleware = cors({
    origin: (ctx) => (allowed.has(ctx.get('Origin')) ? ctx.get('Origin') : ''),
    allowMethods: ['GET', 'POST', 'PATCH'],
    allowHeaders: accepted,
    exposeHeaders: exposed,
    maxAge: 600,
    keepHeadersOnError: false,
  });
  return (ctx, next) => {
    if (ctx.req.headers.origin !== undefined) return middleware(ctx, next);
    ctx.res.setHeader('Vary', 'Origin');
    return next();
  };
};
