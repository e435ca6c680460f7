import { E, type Either, type Unavailable } from '@portcullis/domain';
import {
  boundedSemaphore,
  isUnavailable,
  type OutageCause,
  outageCauseOf,
  type RequestTrace,
  type WatchQueue,
  withOutageCause,
} from '@portcullis/domain/kernel';
import type { TimeReading } from '@portcullis/domain/ports';
import { TimeoutStrategy, timeout } from 'cockatiel';
import { type CallTrace, newCallTrace } from './call/call-trace.ts';
import type { CallName, CallOutcome, CallPolicy, CallRecord, Fetch, OwnedVendorClient } from './call/types.ts';
import { isStoppedLocally, outageOfCallError, VendorCallError } from './call/vendor-call-error.ts';
import { endOfWait } from './resilience/backoff.ts';
import { type Attempt, isTransient, type Tagged } from './resilience/circuit-breaker.ts';
import { inFlightCalls } from './resilience/in-flight-calls.ts';
import { newRetry } from './resilience/retry.ts';
import { guardedFetch } from './transport/guarded-fetch.ts';

export type VendorClientOptions = Pick<CallPolicy, 'limits' | 'random'> & {
  /** The provider's name, for the log and the metrics. */
  readonly provider: string;
  /** The scheme, host and port of every address of the provider. */
  readonly origins: readonly string[];
  /** It is called after every call has ended; its errors are ignored. */
  readonly observe: (record: CallRecord) => void;
  /** Called with what time the provider says it is, in every answer that says it, and our request that has asked. */
  readonly observeTime?: (reading: TimeReading, request: RequestTrace | null) => void;
  /** The clock by which the circuit opens and closes; it defaults to the process's monotonic clock. */
  readonly monotonic?: () => number;
  readonly watchQueue?: WatchQueue;
};

const outcomeOf = (result: Either<Tagged, unknown>): CallOutcome => {
  if (E.isRight(result)) return 'ok';
  return isUnavailable(result.left) ? result.left.kind : 'refused';
};

const outageCauseIn = (result: Either<Tagged, unknown>): OutageCause | null =>
  E.isLeft(result) && isUnavailable(result.left) ? outageCauseOf(result.left) : null;

/** An outage that carries no word is the provider's own where its last response says so (status 5xx). */
const withCause = <Failure extends Tagged, Result>(
  result: Either<Failure | Unavailable, Result>,
  { status }: CallTrace,
): Either<Failure | Unavailable, Result> => {
  if (E.isRight(result) || !isUnavailable(result.left) || result.left.outageCause !== undefined) return result;
  const isServerError = result.left.kind === 'unavailable' && status !== null && status >= 500;
  return isServerError ? E.left(withOutageCause(result.left, 'server_error')) : result;
};

const tooManyCalls = ({ service }: CallName): Unavailable => ({
  ...outageOfCallError(service, new VendorCallError('too_many_calls')),
  retryAfterSeconds: 1,
});

/** Marks a call that we stopped before anything of it was sent as one that never reached the provider. */
const markIfNotSent = <Failure extends Tagged, Result>(
  result: Either<Failure | Unavailable, Result>,
  { sent }: CallTrace,
): Either<Failure | Unavailable, Result> => {
  if (sent > 0 || E.isRight(result) || !isUnavailable(result.left)) return result;
  return isStoppedLocally(result.left) ? E.left({ ...result.left, notSent: true }) : result;
};

/** A call that we aborted because the service stops: the provider did not fail, and another instance can repeat it. */
const asStopped = <Failure extends Tagged, Result>(
  result: Either<Failure | Unavailable, Result>,
  { service }: CallName,
): Either<Failure | Unavailable, Result> =>
  E.isLeft(result) && isTransient(result.left)
    ? E.left(outageOfCallError(service, new VendorCallError('service_stopping')))
    : result;

const ignoreErrors = (observe: () => void): void => {
  try {
    observe();
  } catch {
    // An observer of a call has no influence on its result.
  }
};

/** A call in flight. Everything in it ends with its signal. */
type RunningCall = { readonly trace: CallTrace; readonly fetch: Fetch; readonly startedAt: number };

/** The pipeline of calls to one provider: the bulkhead, then the retries. */
const pipeline = (policy: CallPolicy) => {
  const { deadlineMs, concurrency, queue } = policy.limits;
  const bulkhead = boundedSemaphore(concurrency, queue);
  const retry = newRetry(policy);

  const pass = async <Failure extends Tagged, Result>(
    name: CallName,
    attempt: Attempt<Failure, Result>,
    { trace, fetch, startedAt }: RunningCall,
  ): Promise<Either<Failure | Unavailable, Result>> => {
    const attempts = () => retry.run(name, attempt, { trace, fetch, endsAt: startedAt + deadlineMs });
    // The wait is half of the deadline at most: an attempt that cannot end in time would cost money without a result,
    // and would count as a failure of a provider that works.
    const result = await bulkhead.run(attempts, endOfWait(deadlineMs / 2, trace.signal));
    return E.isLeft(result) ? E.left(tooManyCalls(name)) : result.right;
  };
  return { pass, isClosed: retry.isClosed, load: bulkhead.load };
};

/**
 * Creates the vendor client of one provider. There is one for each provider and process, because it contains the
 * circuit breaker and the retry budget.
 */
export const createVendorClient = (options: VendorClientOptions): OwnedVendorClient => {
  const { provider, origins, limits, random, observe, monotonic = () => performance.now() } = options;
  const { pass: runPipeline, isClosed, load } = pipeline({ limits, random, monotonic });
  options.watchQueue?.(load);
  // Everything inside listens to the signal, so that a late call is recorded before it returns.
  const withDeadline = timeout(limits.deadlineMs, TimeoutStrategy.Cooperative);

  const recordOf = (
    name: CallName,
    result: Either<Tagged, unknown>,
    { trace, startedAt }: RunningCall,
  ): CallRecord => ({
    provider,
    service: name.service,
    operation: name.operation,
    outcome: outcomeOf(result),
    outageCause: outageCauseIn(result),
    sent: trace.sent,
    status: trace.status,
    requestId: trace.requestId,
    durationMs: monotonic() - startedAt,
    profileId: name.call?.profileId ?? null,
    request: name.call?.request ?? null,
    circuit: isClosed() ? 'closed' : 'open',
  });

  const inFlight = inFlightCalls();
  const fetchOf = guardedFetch(origins, limits.maxBytes, (reading, request) =>
    ignoreErrors(() => options.observeTime?.(reading, request)),
  );

  return {
    isOpen: isClosed,
    close: inFlight.close,
    call: (name, attempt, enclosing) => () => {
      const startedAt = monotonic();
      return inFlight.run(
        (end) =>
          withDeadline.execute(async ({ signal }) => {
            const request = name.call?.request ?? null;
            const trace = newCallTrace(signal, name.traceparent ?? request?.traceparent ?? null, request);
            const running = { trace, fetch: fetchOf(trace), startedAt };
            const ended = await runPipeline(name, attempt, running);
            const isStopped = signal.aborted && inFlight.isClosed();
            const answered = isStopped ? asStopped(ended, name) : withCause(ended, trace);
            const result = markIfNotSent(answered, trace);
            trace.isActive = false;
            ignoreErrors(() => observe(recordOf(name, result, running)));
            return result;
          }, end),
        enclosing,
      );
    },
  };
};
