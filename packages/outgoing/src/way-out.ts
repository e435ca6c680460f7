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
  /** The provider in a word, for the log and the metrics. */
  readonly provider: string;
  /** Scheme, host and port of every address that the provider has. */
  readonly origins: readonly string[];
  /** Told of every call when it has ended; what it throws is lost. */
  readonly observe: (record: CallRecord) => void;
  /** The time by which the circuit opens and closes; the process's own unless told. */
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

/** A call that we stopped before anything of it was sent is told as one that the provider never got. */
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
    // Whoever watches a call has no say in what it answers.
  }
};

/** A call under way: everything in it ends with its signal. */
type Running = { readonly trace: CallTrace; readonly began: number };

/** What calls to one provider go through: a place, and the tries. */
const passage = (policy: Policy) => {
  const { deadlineMs, concurrency, queue } = policy.limits;
  const places = newPlaces(concurrency, queue);
  const tries = newTries(policy);

  const pass = async <Refused extends Tagged, Answer>(
    name: CallName,
    attempt: Attempt<Refused, Answer>,
    { trace, began }: Running,
  ): Promise<Either<Refused | Unavailable, Answer>> => {
    // Not longer than half: a try that cannot end in time would be sent and paid for in vain, and would count as a
    // failure of a provider that has none.
    if (!(await places.enter(deadlineMs / 2, trace.signal))) return E.left(tooMany(name));
    try {
      return await callTraces.run(trace, () => tries.run(name, attempt, { trace, endsAt: began + deadlineMs }));
    } finally {
      places.leave();
    }
  };
  return { pass, isClosed: tries.isClosed };
};

/** Makes the way out to one provider: one for each provider and process, since the circuit and the budget are in it. */
export const wayOut = (options: WayOutOptions): OwnedWayOut => {
  const { provider, origins, limits, random, observe, monotonic = () => performance.now() } = options;
  const owner = {};
  const { pass, isClosed } = passage({ limits, random, monotonic });
  // Everything inside listens to the signal, so that what there is to say of a late call is said before it is answered.
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
