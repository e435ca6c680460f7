import { E, type Either, type Unavailable } from '@portcullis/domain';
import { TimeoutStrategy, timeout } from 'cockatiel';
import { type Attempt, isUnavailable, type Tagged } from './circuit.ts';
import { faultOf, isHeldBack, OutgoingFault } from './fault.ts';
import { newPlaces } from './places.ts';
import { guardedFetch } from './sending/guarded-fetch.ts';
import { type CallTrace, callTraces, newTrace } from './trace.ts';
import { newTries } from './tries.ts';
import type { CallName, CallOutcome, CallRecord, OwnedWayOut, Policy } from './types.ts';
import { callsUnderWay } from './under-way.ts';

export type WayOutOptions = Pick<Policy, 'limits' | 'random'> & {
  /** The provider's name, for the log and the metrics. */
  readonly provider: string;
  /** The scheme, host and port of every address of the provider. */
  readonly origins: readonly string[];
  /** Called after every call has ended; what it throws is ignored. */
  readonly observe: (record: CallRecord) => void;
  /** The clock by which the circuit opens and closes; it defaults to the process's monotonic clock. */
  readonly monotonic?: () => number;
};

const outcomeOf = (result: Either<Tagged, unknown>): CallOutcome => {
  if (E.isRight(result)) return 'ok';
  return isUnavailable(result.left) ? result.left.kind : 'refused';
};

const tooMany = ({ service }: CallName): Unavailable => ({
  ...faultOf(service, new OutgoingFault('too_many_calls')),
  retryAfterSeconds: 1,
});

/** Marks a call that we stopped before anything of it was sent as one that never reached the provider. */
const told = <Refused extends Tagged, Answer>(
  result: Either<Refused | Unavailable, Answer>,
  { sent }: CallTrace,
): Either<Refused | Unavailable, Answer> => {
  if (sent > 0 || E.isRight(result) || !isUnavailable(result.left)) return result;
  return isHeldBack(result.left) ? E.left({ ...result.left, notAsked: true }) : result;
};

const quietly = (tell: () => void): void => {
  try {
    tell();
  } catch {
    // An observer of a call has no influence on its result.
  }
};

/** A call in flight. Everything in it ends with its signal. */
type Running = { readonly trace: CallTrace; readonly began: number };

/** The pipeline of calls to one provider: the bulkhead, then the retries. */
const passage = (policy: Policy) => {
  const { deadlineMs, concurrency, queue } = policy.limits;
  const places = newPlaces(concurrency, queue);
  const tries = newTries(policy);

  const pass = async <Refused extends Tagged, Answer>(
    name: CallName,
    attempt: Attempt<Refused, Answer>,
    { trace, began }: Running,
  ): Promise<Either<Refused | Unavailable, Answer>> => {
    // The wait is half of the deadline at most: an attempt that cannot end in time would be sent and paid for in vain,
    // and would count as a failure of a provider that works.
    if (!(await places.enter(deadlineMs / 2, trace.signal))) return E.left(tooMany(name));
    try {
      return await callTraces.run(trace, () => tries.run(name, attempt, { trace, endsAt: began + deadlineMs }));
    } finally {
      places.leave();
    }
  };
  return { pass, isClosed: tries.isClosed };
};

/**
 * Creates the vendor client of one provider. There is one for each provider and process, because it contains the
 * circuit breaker and the retry budget.
 */
export const wayOut = (options: WayOutOptions): OwnedWayOut => {
  const { provider, origins, limits, random, observe, monotonic = () => performance.now() } = options;
  const owner = {};
  const { pass, isClosed } = passage({ limits, random, monotonic });
  // Everything inside listens to the signal, so that a late call is recorded before it returns.
  const inTime = timeout(limits.deadlineMs, TimeoutStrategy.Cooperative);

  const recordOf = (name: CallName, outcome: CallOutcome, { trace, began }: Running): CallRecord => ({
    provider,
    service: name.service,
    operation: name.operation,
    outcome,
    sent: trace.sent,
    status: trace.status,
    requestId: trace.requestId,
    durationMs: monotonic() - began,
    circuit: isClosed() ? 'closed' : 'open',
  });

  const underWay = callsUnderWay();

  return {
    fetch: guardedFetch(owner, origins, limits.maxBytes),
    isOpen: isClosed,
    close: underWay.close,
    call: (name, attempt) => () => {
      const began = monotonic();
      return underWay.run((ended) =>
        inTime.execute(async ({ signal }) => {
          const running = { trace: newTrace(owner, signal), began };
          const result = told(await pass(name, attempt, running), running.trace);
          running.trace.isUnderWay = false;
          quietly(() => observe(recordOf(name, outcomeOf(result), running)));
          return result;
        }, ended),
      );
    },
  };
};
