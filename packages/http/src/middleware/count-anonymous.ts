import { E } from '@portcullis/domain';
import type { RequestRateLimiter } from '../rate-limits/request-rate-limiter.ts';
import type { HttpMiddleware } from '../request/request-context.ts';
import type { OwnSender } from '../responses/http-response.ts';
import { sendProblem } from '../responses/send-response.ts';

/** A CORS preflight request uses up nothing. Its response reports the remaining budget of its address. */
export const showPreflightBudget =
  (rateLimiter: RequestRateLimiter): HttpMiddleware =>
  (ctx, next) =>
    ctx.method === 'OPTIONS' ? rateLimiter.showAddressBudget(ctx).then(next) : next();

/**
 * Counts every request that is not counted against a caller against its address: a request without a token before
 * anything else is done for it, and a request whose token turns out to be invalid afterwards. A route whose body
 * identifies the caller (the token endpoint) is read first, too, and counted for that caller. Otherwise one client
 * could use up the budget that everybody behind its address shares, and with it the ability to get a token. The second
 * parameter returns how such a route sends its own errors.
 */
export const countAnonymous =
  (rateLimiter: RequestRateLimiter, ownSender: OwnSender): HttpMiddleware =>
  async (ctx, next) => {
    const sendOwn = ownSender(ctx.method, ctx.path);
    if (sendOwn === undefined && ctx.req.headers.authorization === undefined && ctx.state.context.rateState === null) {
      const counted = await rateLimiter.countAnonymous(ctx)();
      if (E.isLeft(counted)) return sendProblem(ctx, counted.left);
    }
    await next();
    if (ctx.state.context.rateState !== null) return;
    const counted = await rateLimiter.countAnonymous(ctx)();
    if (E.isRight(counted)) return;
    (sendOwn ?? sendProblem)(ctx, counted.left);
  };
