import { E } from '@portcullis/domain';
import type { RequestRates } from '../rates/request-rates.ts';
import { refuse } from '../respond.ts';
import type { Refuse } from '../route.ts';
import type { HttpMiddleware } from '../trace.ts';

/** A CORS preflight request uses up nothing. Its response reports the remaining budget of its address. */
export const showPreflights =
  (rates: RequestRates): HttpMiddleware =>
  async (ctx, next) => {
    if (ctx.method === 'OPTIONS') await rates.show(ctx);
    return next();
  };

/**
 * Counts every request that is not counted against a caller against its address: a request without a token before
 * anything else is done for it, and a request whose token turns out to be invalid afterwards. A route whose body
 * identifies the caller (the token endpoint) is read first, too, and counted for that caller. Otherwise one client
 * could use up the budget that everybody behind its address shares, and with it the ability to get a token. The second
 * parameter returns how such a route sends its own errors.
 */
export const countStrangers =
  (rates: RequestRates, ownWords: (method: string, path: string) => Refuse | undefined): HttpMiddleware =>
  async (ctx, next) => {
    const own = ownWords(ctx.method, ctx.path);
    if (own === undefined && ctx.req.headers.authorization === undefined && ctx.state.trace.rate === null) {
      const counted = await rates.stranger(ctx)();
      if (E.isLeft(counted)) return refuse(ctx, counted.left);
    }
    await next();
    if (ctx.state.trace.rate !== null) return;
    const counted = await rates.stranger(ctx)();
    if (E.isRight(counted)) return;
    // The response that this one replaces may have set more headers.
    for (const header of ['WWW-Authenticate', 'Allow', 'ETag']) ctx.remove(header);
    (own ?? refuse)(ctx, counted.left);
  };
