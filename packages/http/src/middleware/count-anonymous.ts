import { E } from '@portcullis/domain';
import type { AnonymousBudget } from '../rate-limits/rate-budgets.ts';
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

/** How the request of a path is counted while nobody knows who sends it, and whether nobody ever does. */
export type AnonymousBudgetOf = (
  method: string,
  path: string,
) => { readonly budget: AnonymousBudget; readonly isPublic: boolean };

/**
 * Counts every request that is not counted against a caller against its address: a request without a token or a
 * session, and every one of a public route, before anything else is done for it, and a request whose token and session
 * turn out to be invalid afterwards. A route whose body identifies the caller (the token endpoint) is read first, too,
 * and counted for that caller. Otherwise one client could use up the budget that everybody behind its address shares,
 * and with it the ability to get a token. For the same reason pages and their files are counted only where they are
 * refused. The last parameter returns how a route with a form of errors of its own sends them.
 */
export const countAnonymous =
  (
    rateLimiter: RequestRateLimiter,
    staff: StaffSite | null,
    budgetOf: AnonymousBudgetOf,
    errorSenderOf: ErrorSenderOf,
  ): HttpMiddleware =>
  async (ctx, next) => {
    const sendCustom = errorSenderOf(ctx.method, ctx.path);
    const { budget, isPublic } = budgetOf(ctx.method, ctx.path);
    const isUnnamed = isPublic || !namesCaller(ctx, staff);
    const isCountedFirst = sendCustom === undefined && isUnnamed && ctx.state.context.rateState === null;
    const first = isCountedFirst ? budget : 'none';
    if (first !== 'none') {
      const counted = await rateLimiter.countAnonymous(ctx, first)();
      if (E.isLeft(counted)) return sendProblem(ctx, counted.left);
    }
    await next();
    if (ctx.state.context.rateState !== null) return;
    if (budget === 'none' && ctx.state.response !== null && ctx.state.response.status < 400)
      return rateLimiter.showAddressBudget(ctx);
    const counted = await rateLimiter.countAnonymous(ctx, budget === 'none' ? 'address' : budget)();
    if (E.isRight(counted)) return;
    (sendCustom ?? sendProblem)(ctx, counted.left);
  };
