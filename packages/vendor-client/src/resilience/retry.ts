import { E, type Either, type Unavailable } from '@portcullis/domain';
import type { CallTrace } from '../call/call-trace.ts';
import type { CallName, CallPolicy, Fetch } from '../call/types.ts';
import { abortableDelay, backoffDelay } from './backoff.ts';
import { type Attempt, isTransient, newCircuitBreaker, type Tagged } from './circuit-breaker.ts';
import { newRetryBudget } from './retry-budget.ts';

export type Retry = {
  /** Whether the circuit is closed. */
  readonly isClosed: () => boolean;
  /** Repeats the attempt until it succeeds, or until another attempt would be useless, too late or one too many. */
  readonly run: <Failure extends Tagged, Result>(
    name: CallName,
    attempt: Attempt<Failure, Result>,
    call: { readonly trace: CallTrace; readonly fetch: Fetch; readonly endsAt: number },
  ) => Promise<Either<Failure | Unavailable, Result>>;
};

/** The provider's own `Retry-After` is more precise for the caller than our estimate. */
const withRetryAfter = (reason: Unavailable, { retryAfterMs }: CallTrace): Unavailable =>
  retryAfterMs === null ? reason : { ...reason, retryAfterSeconds: Math.max(1, Math.ceil(retryAfterMs / 1000)) };

/** All calls to a provider share one budget and one circuit breaker. */
export const newRetry = ({ limits, random, monotonic }: CallPolicy): Retry => {
  const budget = newRetryBudget();
  const circuit = newCircuitBreaker(limits.breaker, monotonic);

  const run: Retry['run'] = async (name, attempt, { trace, fetch, endsAt }) => {
    const ongoing = { signal: trace.signal, fetch };
    for (let attempts = 1; ; attempts += 1) {
      const rejection = circuit.rejection(name);
      if (rejection !== null) return E.left(rejection);
      const result = await circuit.attempt(name, attempt, ongoing);
      if (attempts === 1 && trace.sent > 0) budget.deposit();
      if (E.isRight(result) || !isTransient(result.left)) return result;
      const lastFailure = E.left(withRetryAfter(result.left, trace));
      const waitMs = backoffDelay(attempts, trace.retryAfterMs, random);
      const isTooLate = trace.signal.aborted || monotonic() + waitMs >= endsAt;
      if (attempts >= limits.maxAttempts || isTooLate || !circuit.isClosed() || !budget.tryWithdraw())
        return lastFailure;
      await abortableDelay(waitMs, trace.signal);
      if (trace.signal.aborted) return lastFailure;
    }
  };
  return { run, isClosed: circuit.isClosed };
};
