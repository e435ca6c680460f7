import type { TaskEither } from '../kernel/fp.ts';

/** Allows `limit` requests in `windowSeconds`; `name` keeps the counts of different budgets apart. */
export type RateBudget = { readonly name: string; readonly limit: number; readonly windowSeconds: number };

/**
 * The state of a budget after a request was counted. `resetSeconds` is the time until the whole budget is available
 * again, at least 0.
 */
export type RateState = {
  readonly allowed: boolean;
  readonly budget: RateBudget;
  readonly remaining: number;
  readonly resetSeconds: number;
};

/**
 * Counts requests per key of the caller. Keys are digests or ids, never secrets, and the number of keys held is
 * bounded. It always has an answer: an implementation that shares its counts with other instances counts by itself
 * while it cannot reach them.
 */
export type RateLimiter = {
  /**
   * Takes one from the budget of the key, or `amount`, a whole number. Where less is left it is not `allowed`, and
   * nothing is left until the window ends.
   */
  readonly take: (budget: RateBudget, key: string, amount?: number) => TaskEither<never, RateState>;
  /** Reads what is left and takes nothing; `allowed` says whether one could be taken. */
  readonly peek: (budget: RateBudget, key: string) => TaskEither<never, RateState>;
};
