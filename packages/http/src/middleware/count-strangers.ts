import { E } from '@portcullis/domain';
import type { RequestRates } from '../rates/request-rates.ts';
import { refuse } from '../respond.ts';
import type { Refuse } from '../route.ts';
import type { HttpMiddleware } from '../trace.ts';

/** What is asked before a call of another origin uses nothing up, and is told how its address stands. */
export const showPreflights =
  (rates: RequestRates): HttpMiddleware =>
  async (ctx, next) => {
    if (ctx.method === 'OPTIONS') await rates.show(ctx);
    return next();
  };

/**
 * Counts every request against its address that is not counted against a caller: those without a token before anything
 * else is done for them, those whose token turns out to be none afterwards. What shows who asks in its body (the token
 * endpoint) is looked at first, too, and counted as what it is; otherwise a neighbour could use up what everybody behind
 * an address has together, and with it the way to a token. `ownWords`: how such a route refuses.
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
    // The answer that this one takes the place of had more to say.
    for (const header of ['WWW-Authenticate', 'Allow', 'ETag']) ctx.remove(header);
    (own ?? refuse)(ctx, counted.left);
  };
