import { E, type Either, type Unavailable, unavailable } from '@portcullis/domain';
import { BulkheadRejectedError, bulkhead, TaskCancelledError, TimeoutStrategy, timeout } from 'cockatiel';
import { type Attempt, isPassing, isUnavailable, newCircuit, type Tagged } from './circuit.ts';
import { OutgoingFault, unavailableFrom } from './fault.ts';
import { guardedFetch } from './guarded-fetch.ts';
import { pause, pauseAfter } from './pause.ts';
import { retryBudget } from './retry-budget.ts';
import { type CallTrace, callTraces, newTrace } from './trace.ts';
import type { CallName, CallOutcome, CallRecord, Limits, WayOut } from './types.ts';

export type WayOutOptions = {
  /** The provider in a word, for the log and the metrics. */
  readonly provider: string;
  /** Scheme, host and port of every address that the provider has. */
  readonly origins: readonly string[];
  readonly limits: Limits;
  /** A number from 0 up to 1, for the pauses between tries. */
  readonly random: () => number;
  /** Told of every call when it has ended. */
  readonly observe: (record: CallRecord) => void;
};

const outcomeOf = (result: Either<Tagged, unknown>): CallOutcome => {
  if (E.isRight(result)) return 'ok';
  return isUnavailable(result.left) ? result.left.kind : 'refused';
};

/** The provider's own `Retry-After` tells the caller more than our guess. */
const withRetryAfter = <Reason extends Tagged, Answer>(
  result: Either<Reason, Answer>,
  { retryAfterMs }: CallTrace,
): Either<Reason, Answer> =>
  E.isLeft(result) && isPassing(result.left) && retryAfterMs !== null
    ? E.left({ ...result.left, retryAfterSeconds: Math.max(1, Math.ceil(retryAfterMs / 1000)) })
    : result;

/** A call that ended before its attempt did, or never began. */
const stopped = ({ service }: CallName, thrown: unknown): Unavailable => {
  if (thrown instanceof TaskCancelledError)
    return unavailable(service, new OutgoingFault('deadline_passed'), 'timeout');
  if (thrown instanceof BulkheadRejectedError) {
    return unavailable(service, new OutgoingFault('too_many_calls'), 'unavailable', 1);
  }
  return unavailableFrom(service, thrown);
};

type Running = { readonly trace: CallTrace; readonly endsAt: number };

/** Tries until there is an answer or another try would be in vain, too late or one too many. */
const persistently = ({ limits, random }: Pick<WayOutOptions, 'limits' | 'random'>) => {
  const budget = retryBudget();
  const circuit = newCircuit(limits.breaker);
  const run = async <Refused extends Tagged, Answer>(
    name: CallName,
    attempt: Attempt<Refused, Answer>,
    { trace, endsAt }: Running,
  ): Promise<Either<Refused | Unavailable, Answer>> => {
    for (let tries = 1; ; tries += 1) {
      trace.retryAfterMs = null;
      const result = await circuit.attempt(name, attempt, trace.signal);
      if (E.isRight(result) || !isPassing(result.left)) return result;
      const wait = pauseAfter(tries, trace.retryAfterMs, random);
      const inVain = tries >= limits.tries || circuit.isOpen() || performance.now() + wait >= endsAt;
      if (inVain || !budget.spend()) return withRetryAfter(result, trace);
      await pause(wait, trace.signal);
      if (trace.signal.aborted) return result;
    }
  };
  return { run, earn: budget.earn, isOpen: () => !circuit.isOpen() };
};

/** Makes the way out to one provider: one for each provider and process, since the circuit and the budget are in it. */
export const wayOut = (options: WayOutOptions): WayOut => {
  const { provider, origins, limits, observe } = options;
  const places = bulkhead(limits.concurrency, limits.queue);
  const inTime = timeout(limits.deadlineMs, { strategy: TimeoutStrategy.Aggressive, abortOnReturn: false });
  const tries = persistently(options);

  const report = (name: CallName, outcome: CallOutcome, trace: CallTrace | null, durationMs: number): void =>
    observe({
      provider,
      ...name,
      outcome,
      sent: trace?.sent ?? 0,
      status: trace?.status ?? null,
      requestId: trace?.requestId ?? null,
      durationMs,
    });

  return {
    fetch: guardedFetch(origins, limits.maxBytes),
    isOpen: tries.isOpen,
    call: (name, attempt) => async () => {
      const began = performance.now();
      const endsAt = began + limits.deadlineMs;
      let seen: CallTrace | null = null;
      tries.earn();
      const result = await inTime
        .execute(({ signal }) => {
          const trace = newTrace(signal);
          seen = trace;
          return places.execute(() => {
            // A place that comes free too late is given back at once.
            if (signal.aborted) throw new TaskCancelledError();
            return callTraces.run(trace, () => tries.run(name, attempt, { trace, endsAt }));
          });
        })
        .catch((thrown: unknown) => E.left(stopped(name, thrown)));
      report(name, outcomeOf(result), seen, performance.now() - began);
      return result;
    },
  };
};
