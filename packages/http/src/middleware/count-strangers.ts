import { E } from '@portcullis/domain';
import type { RequestRates } from '../rates/request-rates.ts';
import { refuse } from '../respond.ts';
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
 * else is done for them, those whose token turns out to be none afterwards.
 */
export const countStrangers =
  (rates: RequestRates): HttpMiddleware =>
  async (ctx, next) => {
    if (ctx.req.headers.authorization === undefined && ctx.state.trace.rate === null) {
      const counted = await rates.stranger(ctx)();
      if (E.isLeft(counted)) return refuse(ctx, counted.left);
    }
    await next();
    if (ctx.state.trace.rate !== null) return;
    const counted = await rates.stranger(ctx)();
    if (E.isRight(counted)) return;
    // The answer that this one takes the place of had more to say.
    for (const header of ['WWW-Authenticate', 'Allow', 'ETag']) ctx.remove(header);
    refuse(ctx, counted.left);
  };
