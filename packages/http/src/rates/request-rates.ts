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

/** Counts the requests of the surface; each function tells the client how it stands, and answers whether it may go on. */
export type RequestRates = {
  /** Of a caller whose token is good. */
  readonly caller: (ctx: HttpContext, caller: Caller) => Counted;
  /** Of somebody who has shown none. */
  readonly stranger: (ctx: HttpContext) => Counted;
  /** Counts nothing. */
  readonly show: (ctx: HttpContext) => Promise<void>;
  /** Of somebody who asks for a token and names a client. */
  readonly tokenRequest: (ctx: HttpContext, clientId: string) => Counted;
  /** Of a client that has shown its secret. */
  readonly tokenIssued: (ctx: HttpContext, clientId: string) => Counted;
};

/** Names of any length as a key that says nothing of them to whoever sees the counts. */
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

/** Counts something that an address has sent, and answers how it stands. */
export const countAddress =
  ({ limiter, limits }: Rates) =>
  (address: string): Promise<RateState> =>
    answered(limiter.take(budgetsOf(limits).address, keyOf(address)));

/** Of a surface that limits nobody. */
export const uncounted: RequestRates = {
  caller: free,
  stranger: free,
  show: async () => undefined,
  tokenRequest: free,
  tokenIssued: free,
};

/**
 * A token request counts against its address whatever client it names, so that trying many is as slow as trying one, and
 * against the client that it names, from wherever: when that is used up, each address has one try a minute, with which
 * whoever knows the secret gets in. A client that has shown it counts by itself at that address for an hour, so that no
 * neighbour who guesses locks it out. Its own tokens are counted then, so that nobody else can use them up.
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
