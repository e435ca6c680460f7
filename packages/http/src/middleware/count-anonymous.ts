import { E } from '@portcullis/domain';
import type { RequestRateLimiter } from '../rate-limits/request-rate-limiter.ts';
import type { StaffSite } from '../request/config.ts';
import type { HttpContext, HttpMiddleware } from '../request/request-context.ts';
import { readSessionCookie } from '../request/session-cookie.ts';
import type { ErrorSenderOf } from '../responses/http-response.ts';
import { sendProblem } from '../responses/send-response.ts';

/** A CORS preflight request uses up nothing. Its response reports the remaining budget of its address. */
export const showPreflightBudget =
  (rateLimiter: RequestRateLimiter): HttpMiddleware =>
  (ctx, next) =>
    ctx.method === 'OPTIONS' ? rateLimiter.showAddressBudget(ctx).then(next) : next();

/** Whether a request has a token or a session, which may be none that is valid. */
const namesCaller = ({ req: { headers } }: HttpContext, staff: StaffSite | null): boolean =>
  headers.authorization !== undefined || readSessionCookie(staff, headers.cookie) !== null;

/**
 * Counts every request that is not counted against a caller against its address: a request without a token or a session
 * before anything else is done for it, and a request of which neither turns out to be valid afterwards. A route whose
 * body identifies the caller (the token endpoint) is read first, too, and counted for that caller. Otherwise one client
 * could use up the budget that everybody behind its address shares, and with it the ability to get a token. The last
 * parameter returns how such a route sends its own errors.
 */
export const countAnonymous =
  (rateLimiter: RequestRateLimiter, staff: StaffSite | null, errorSenderOf: ErrorSenderOf): HttpMiddleware =>
  async (ctx, next) => {
    const sendCustom = errorSenderOf(ctx.method, ctx.path);
    if (sendCustom === undefined && !namesCaller(ctx, staff) && ctx.state.context.rateState === null) {
      const counted = await rateLimiter.countAnonymous(ctx)();
      if (E.isLeft(counted)) return sendProblem(ctx, counted.left);
    }
    await next();
    if (ctx.state.context.rateState !== null) return;
    const counted = await rateLimiter.countAnonymous(ctx)();
    if (E.isRight(counted)) return;
    (sendCustom ?? sendProblem)(ctx, counted.left);
  };
