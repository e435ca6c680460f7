import { createHash } from 'node:crypto';
import {
  type Caller,
  E,
  type Either,
  type LimitReached,
  limitReached,
  type RateBudget,
  type RateState,
  type TaskEither,
  TE,
} from '@portcullis/domain';
import type { HttpContext } from '../trace.ts';
import { clientAddress } from './client-address.ts';
import { budgetsOf, countedAs, type Rates, rateHeaders } from './rates.ts';

type Counted = TaskEither<LimitReached, void>;

/**
 * Counts requests. Each function reports the remaining budget to the client and returns whether the request may
 * continue.
 */
export type RequestRates = {
  /** Counts a request of a caller with a valid token. */
  readonly caller: (ctx: HttpContext, caller: Caller) => Counted;
  /** Counts a request without a valid token. */
  readonly stranger: (ctx: HttpContext) => Counted;
  /** Reports the remaining budget of the address and counts nothing. */
  readonly show: (ctx: HttpContext) => Promise<void>;
  /** Counts a token request that names a client. */
  readonly tokenRequest: (ctx: HttpContext, clientId: string) => Counted;
  /** Counts a token that was issued to an authenticated client. */
  readonly tokenIssued: (ctx: HttpContext, clientId: string) => Counted;
};

/** Hashes names of any length into a key, so that the counters do not disclose them. */
const keyOf = (...names: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(names)).digest('base64url');

const answered = async <A>(task: TaskEither<never, A>): Promise<A> => {
  const answer = await task();
  return E.isLeft(answer) ? answer.left : answer.right;
};

const tell = (ctx: HttpContext, state: RateState): void => {
  ctx.state.trace.rate = state;
  ctx.set(rateHeaders(state));
};

const told = (ctx: HttpContext, state: RateState): Either<LimitReached, void> => {
  tell(ctx, state);
  const { limit, windowSeconds } = state.budget;
  const message = `At most ${limit} requests of this kind are answered in ${windowSeconds} seconds.`;
  return state.allowed ? E.right(undefined) : E.left(limitReached(message, state.resetSeconds));
};

const free = (): Counted => TE.right(undefined);

/** Counts a request of an address and returns the state of its budget. */
export const countAddress =
  ({ limiter, limits }: Rates) =>
  (address: string): Promise<RateState> =>
    answered(limiter.take(budgetsOf(limits).address, keyOf(address)));

/** A limiter that limits nobody. */
export const uncounted: RequestRates = {
  caller: free,
  stranger: free,
  show: async () => undefined,
  tokenRequest: free,
  tokenIssued: free,
};

/**
 * A token request counts against its address, whatever client it names, so that trying many clients is as slow as
 * trying one. It also counts against the client that it names, from all addresses together. When that budget is used
 * up, each address has one attempt a minute, so that a caller that knows the secret still succeeds. A client that has
 * authenticated counts by itself at that address for an hour, so that nobody who guesses from the same address locks it
 * out. The tokens issued to it are counted only then, so that nobody else can use them up.
 */
export const requestRates = (rates: Rates): RequestRates => {
  const { limiter, limits, trustedProxies } = rates;
  const budgets = budgetsOf(limits);
  const take = (budget: RateBudget, ...names: readonly string[]) => answered(limiter.take(budget, keyOf(...names)));
  const peek = (budget: RateBudget, ...names: readonly string[]) => answered(limiter.peek(budget, keyOf(...names)));
  const addressOf = (ctx: HttpContext): string => clientAddress(ctx.req, trustedProxies);
  return {
    caller: (ctx, caller) => async () => {
      const { budget, names } = countedAs(budgets, caller);
      return told(ctx, await take(budget, ...names));
    },
    stranger: (ctx) => async () => told(ctx, await countAddress(rates)(addressOf(ctx))),
    show: async (ctx) => tell(ctx, await peek(budgets.address, addressOf(ctx))),
    tokenRequest: (ctx, clientId) => async () => {
      const here = [addressOf(ctx), clientId];
      const isKnown = !(await peek(budgets.tokenKnown, ...here)).allowed;
      if (isKnown) return told(ctx, await take(budgets.tokenAddress, ...here));
      const address = await take(budgets.tokenAddress, ...here.slice(0, 1));
      if (!address.allowed) return told(ctx, address);
      const [guesses, first] = [await take(budgets.tokenGuesses, clientId), await take(budgets.tokenFirst, ...here)];
      return told(ctx, guesses.allowed || first.allowed ? address : guesses);
    },
    tokenIssued: (ctx, clientId) => async () => {
      await take(budgets.tokenKnown, addressOf(ctx), clientId);
      return told(ctx, await take(budgets.tokenClient, clientId));
    },
  };
};
