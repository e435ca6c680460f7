import { E, type Either, type Unavailable } from '@portcullis/domain';
import { type Attempt, isPassing, newCircuit, type Tagged } from './circuit.ts';
import { pause, pauseAfter } from './pause.ts';
import { newRetryBudget } from './retry-budget.ts';
import type { CallTrace } from './trace.ts';
import type { CallName, Policy } from './types.ts';

export type Tries = {
  /** Whether the circuit is closed. */
  readonly isClosed: () => boolean;
  /** Repeats the attempt until it succeeds, or until another attempt would be useless, too late or one too many. */
  readonly run: <Refused extends Tagged, Answer>(
    name: CallName,
    attempt: Attempt<Refused, Answer>,
    call: { readonly trace: CallTrace; readonly endsAt: number },
  ) => Promise<Either<Refused | Unavailable, Answer>>;
};

/** The provider's own `Retry-After` is more precise for the caller than our estimate. */
const withRetryAfter = (reason: Unavailable, { retryAfterMs }: CallTrace): Unavailable =>
  retryAfterMs === null ? reason : { ...reason, retryAfterSeconds: Math.max(1, Math.ceil(retryAfterMs / 1000)) };

/** All calls to a provider share one budget and one circuit breaker. */
export const newTries = ({ limits, random, monotonic }: Policy): Tries => {
  const budget = newRetryBudget();
  const circuit = newCircuit(limits.breaker, monotonic);

  const run: Tries['run'] = async (name, attempt, { trace, endsAt }) => {
    for (let tries = 1; ; tries += 1) {
      const refusal = circuit.refusal(name);
      if (refusal !== null) return E.left(refusal);
      const result = await circuit.attempt(name, attempt, trace.signal);
      if (tries === 1 && trace.sent > 0) budget.earn();
      if (E.isRight(result) || !isPassing(result.left)) return result;
      const final = E.left(withRetryAfter(result.left, trace));
      const waitMs = pauseAfter(tries, trace.retryAfterMs, random);
      const isLate = trace.signal.aborted || monotonic() + waitMs >= endsAt;
      if (tries >= limits.tries || isLate || !circuit.isClosed() || !budget.spend()) return final;
      await pause(waitMs, trace.signal);
      if (trace.signal.aborted) return final;
    }
  };
  return { run, isClosed: circuit.isClosed };
};
