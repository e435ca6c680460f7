import { createHash } from 'node:crypto';
import { E, type Either, type LimitReached, type Principal, type TaskEither, TE } from '@portcullis/domain';
import { limitReached } from '@portcullis/domain/kernel';
import type { RateBudget, RateState } from '@portcullis/domain/ports';
import type { HttpContext } from '../request/request-context.ts';
import { clientAddress } from './client-address.ts';
import { budgetFor, budgetsOf, type RateLimiting, rateHeaders } from './rate-budgets.ts';

type CountResult = TaskEither<LimitReached, void>;

/**
 * Counts requests. Each function reports the remaining budget to the client and returns whether the request may
 * continue.
 */
export type RequestRateLimiter = {
  /** Counts a request of a caller with a valid token. */
  readonly countCaller: (ctx: HttpContext, caller: Principal) => CountResult;
  /** Counts a request without a valid token. */
  readonly countAnonymous: (ctx: HttpContext) => CountResult;
  /** Reports the remaining budget of the address and counts nothing. */
  readonly showAddressBudget: (ctx: HttpContext) => Promise<void>;
  /** Counts a token request that names a client. */
  readonly countTokenRequest: (ctx: HttpContext, clientId: string) => CountResult;
  /** Counts a token that was issued to an authenticated client. */
  readonly countTokenIssued: (ctx: HttpContext, clientId: string) => CountResult;
};

/** Hashes names of any length into a key, so that the counters do not disclose them. */
const hashedKey = (...names: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(names)).digest('base64url');

const leftOrRight = async <A>(task: TaskEither<never, A>): Promise<A> => {
  const answer = await task();
  return E.isLeft(answer) ? answer.left : answer.right;
};

const setRateHeaders = (ctx: HttpContext, state: RateState): void => {
  ctx.state.context.rateState = state;
  ctx.set(rateHeaders(state));
};

const reportState = (ctx: HttpContext, state: RateState): Either<LimitReached, void> => {
  setRateHeaders(ctx, state);
  const { limit, windowSeconds } = state.budget;
  const message = `At most ${limit} requests of this kind are answered in ${windowSeconds} seconds.`;
  return state.allowed ? E.right(undefined) : E.left(limitReached(message, state.resetSeconds));
};

const unlimitedResult = (): CountResult => TE.right(undefined);

/** Counts a request of an address and returns the state of its budget. */
export const countAddress =
  ({ limiter, limits }: RateLimiting) =>
  (address: string): Promise<RateState> =>
    leftOrRight(limiter.take(budgetsOf(limits).address, hashedKey(address)));

/** A limiter that limits nobody. */
export const unlimited: RequestRateLimiter = {
  countCaller: unlimitedResult,
  countAnonymous: unlimitedResult,
  showAddressBudget: async () => undefined,
  countTokenRequest: unlimitedResult,
  countTokenIssued: unlimitedResult,
};

/**
 * A token request counts against its address, whatever client it names, so that trying many clients is as slow as
 * trying one. It also counts against the client that it names, from all addresses together. When that budget is used
 * up, each address has one attempt a minute, so that a caller that knows the secret still succeeds. A client that has
 * authenticated counts by itself at that address for an hour, so that nobody who guesses from the same address locks it
 * out. The tokens issued to it are counted only then, so that nobody else can use them up.
 */
export const requestRateLimiter = (rateLimiting: RateLimiting): RequestRateLimiter => {
  const { limiter, limits, trustedProxies } = rateLimiting;
  const budgets = budgetsOf(limits);
  const take = (budget: RateBudget, ...names: readonly string[]) =>
    leftOrRight(limiter.take(budget, hashedKey(...names)));
  const peek = (budget: RateBudget, ...names: readonly string[]) =>
    leftOrRight(limiter.peek(budget, hashedKey(...names)));
  const addressOf = (ctx: HttpContext): string => clientAddress(ctx.req, trustedProxies);
  return {
    countCaller: (ctx, caller) => async () => {
      const { budget, names } = budgetFor(budgets, caller);
      return reportState(ctx, await take(budget, ...names));
    },
    countAnonymous: (ctx) => async () => reportState(ctx, await countAddress(rateLimiting)(addressOf(ctx))),
    showAddressBudget: async (ctx) => setRateHeaders(ctx, await peek(budgets.address, addressOf(ctx))),
    countTokenRequest: (ctx, clientId) => async () => {
      const here = [addressOf(ctx), clientId];
      const isKnown = !(await peek(budgets.tokenKnown, ...here)).allowed;
      if (isKnown) return reportState(ctx, await take(budgets.tokenAddress, ...here));
      const address = await take(budgets.tokenAddress, ...here.slice(0, 1));
      if (!address.allowed) return reportState(ctx, address);
      const [guesses, first] = [await take(budgets.tokenGuesses, clientId), await take(budgets.tokenFirst, ...here)];
      return reportState(ctx, guesses.allowed || first.allowed ? address : guesses);
    },
    countTokenIssued: (ctx, clientId) => async () => {
      await take(budgets.tokenKnown, addressOf(ctx), clientId);
      return reportState(ctx, await take(budgets.tokenClient, clientId));
    },
  };
};
