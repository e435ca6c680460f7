import { E, type RateLimiter } from '@portcullis/domain';
import { lruCache } from '@portcullis/domain/kernel';
import type { RateBudget, RateState } from '@portcullis/domain/ports';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

/** This is a minute of 800 new addresses a second, and some 20 MB for each of the few budgets when all are full. */
const defaultMaxKeys = 50_000;

/** The state of a budget after a request was counted, from the library's numbers. */
export const stateOf = (budget: RateBudget, { consumedPoints, msBeforeNext }: RateLimiterRes): RateState => ({
  allowed: consumedPoints <= budget.limit,
  budget,
  remaining: Math.max(0, budget.limit - consumedPoints),
  resetSeconds: Math.max(0, Math.ceil(msBeforeNext / 1000)),
});

/** The state of a budget without counting a request; `null`: nothing was counted in this window. */
export const peekedState = (budget: RateBudget, counted: RateLimiterRes | null): RateState => {
  if (counted === null || counted.msBeforeNext < 0) {
    return { allowed: true, budget, remaining: budget.limit, resetSeconds: 0 };
  }
  const state = stateOf(budget, counted);
  return { ...state, allowed: state.remaining > 0 };
};

/**
 * The library throws its result when the budget is exceeded. That is a result; anything else that it throws is an
 * error.
 */
export const limiterResult = (thrown: unknown): RateLimiterRes => {
  if (thrown instanceof RateLimiterRes) return thrown;
  throw thrown;
};

/** Tracks the keys of one budget in the order in which their windows began, with the end of each window. */
const trackWindows = (evict: (key: string) => unknown, maxKeys: number, windowSeconds: number) => {
  const ends = lruCache<string, number>(maxKeys);
  return (key: string): void => {
    const now = performance.now();
    const evicted = ends.set(key, now + windowSeconds * 1000);
    if (evicted !== null && evicted[1] > now) evict(evicted[0]);
    for (const [oldest, end] of ends.entries()) {
      if (end > now) return;
      ends.delete(oldest);
    }
  };
};

const counter = ({ limit, windowSeconds }: RateBudget, maxKeys: number) => {
  const limiter = new RateLimiterMemory({ points: limit, duration: windowSeconds });
  return { limiter, trackWindow: trackWindows((key) => limiter.delete(key), maxKeys, windowSeconds) };
};

/**
 * Counts in this process, in windows that begin with the first request of a key. At most `maxKeys` keys are held for
 * each budget; the one whose window ends first is evicted for a new one. An attacker with enough addresses to evict a
 * key has as many fresh budgets already, so an eviction gains nothing. Authenticated callers are counted separately,
 * and anonymous callers cannot evict them.
 */
export const memoryRateLimiter = (maxKeys = defaultMaxKeys): RateLimiter => {
  const counters = new Map<string, ReturnType<typeof counter>>();
  const counterOf = (budget: RateBudget) => {
    const known = counters.get(budget.name);
    if (known !== undefined) return known;
    const made = counter(budget, maxKeys);
    counters.set(budget.name, made);
    return made;
  };
  return {
    take: (budget, key, amount) => async () => {
      const { limiter, trackWindow } = counterOf(budget);
      const counted = await limiter.consume(key, amount).catch(limiterResult);
      if (counted.isFirstInDuration) trackWindow(key);
      return E.right(stateOf(budget, counted));
    },
    peek: (budget, key) => async () => E.right(peekedState(budget, await counterOf(budget).limiter.get(key))),
  };
};
