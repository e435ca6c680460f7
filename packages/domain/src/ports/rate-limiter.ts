import type { TaskEither } from '../fp.ts';

/** So many requests in so many seconds; `name` keeps the counts of different budgets apart. */
export type RateBudget = { readonly name: string; readonly limit: number; readonly windowSeconds: number };

/** What a budget stands at after a request was counted. `resetSeconds`: until all of it is there again, at least 0. */
export type RateState = {
  readonly allowed: boolean;
  readonly budget: RateBudget;
  readonly remaining: number;
  readonly resetSeconds: number;
};

/**
 * Counts requests per key of whoever asks. Keys are digests or ids, never secrets; how many are held is bounded. It always
 * has an answer: one that shares its counts with other instances counts by itself while it cannot.
 */
export type RateLimiter = {
  /** Takes one from the budget of the key, unless none is left. */
  readonly take: (budget: RateBudget, key: string) => TaskEither<never, RateState>;
  /** What is left, and nothing is taken; `allowed` says whether one could be. */
  readonly peek: (budget: RateBudget, key: string) => TaskEither<never, RateState>;
};
