import { E } from '@portcullis/domain';
import { decode, t } from '@portcullis/domain/kernel';
import type { Instance } from '../cluster/environment.ts';
import { bodyOf, type ClientRequest, type Outcome, type Reply } from '../cluster/http-client.ts';

/** The results of all requests. */
export type RequestCounters = {
  requests: number;
  acknowledged: number;
  /** Requests without a response, because an instance was ended or because none was running. */
  noResponse: number;
  /** Requests without a response from an instance that nobody had ended. */
  unexplained: number;
  /** 2xx responses whose acknowledgement cannot be read. */
  unreadable: number;
  /** Requests that were retried under their key. */
  repeated: number;
  /** Requests that were told that an earlier one is in progress. */
  inProgress: number;
  /** Keys that were reported as in progress for so long that their owner must have died. */
  stuck: number;
  /** Any other 4xx, although there is nothing to reject. */
  refusals: number;
  /** 503 `database_unavailable` with a `Retry-After`. */
  outages: number;
  /** Any other response of 500 and above. */
  failures: number;
  slow: number;
  slowestMs: number;
  /** The number of responses by instance. */
  readonly answered: Map<Instance, number>;
  /** The first few failures, for debugging. */
  readonly examples: string[];
};

const maxExamples = 5;

const isOutage = ({ headers, status, ...reply }: Reply): boolean => {
  const problem = decode(t.type({ code: t.literal('database_unavailable') }), bodyOf({ headers, status, ...reply }));
  return status === 503 && headers['retry-after'] !== undefined && E.isRight(problem);
};

/**
 * Says whether a response reports that an earlier request with its key is in progress; for a while this is also true of
 * a request that died.
 */
export const isInProgress = (outcome: Outcome): boolean => {
  if (outcome.status !== 409) return false;
  return E.isRight(decode(t.type({ code: t.literal('idempotency_in_progress') }), bodyOf(outcome)));
};

/** Counts the result of one request; a failure is anything unexpected. */
export const countOutcome = (
  counters: RequestCounters,
  slowMs: number,
  instance: Instance,
  asked: ClientRequest,
  outcome: Outcome,
): void => {
  counters.requests += 1;
  counters.slowestMs = Math.max(counters.slowestMs, outcome.ms);
  if (outcome.ms > slowMs) counters.slow += 1;
  if (outcome.status === null) {
    counters.noResponse += 1;
    return;
  }
  counters.answered.set(instance, (counters.answered.get(instance) ?? 0) + 1);
  if (outcome.status < 300) counters.acknowledged += 1;
  else if (isOutage(outcome)) counters.outages += 1;
  else if (isInProgress(outcome)) counters.inProgress += 1;
  else if (outcome.status >= 500) counters.failures += 1;
  else counters.refusals += 1;
  const isStrange = outcome.ms > slowMs || (outcome.status >= 300 && !isOutage(outcome) && !isInProgress(outcome));
  if (isStrange && counters.examples.length < maxExamples) {
    const text = outcome.bytes.toString('utf8').slice(0, 300);
    counters.examples.push(
      `${asked.method ?? 'GET'} ${asked.path}: ${outcome.status}, ${Math.round(outcome.ms)} ms, ${text}`,
    );
  }
};

export const newRequestCounters = (): RequestCounters => ({
  requests: 0,
  acknowledged: 0,
  noResponse: 0,
  unexplained: 0,
  unreadable: 0,
  repeated: 0,
  inProgress: 0,
  stuck: 0,
  refusals: 0,
  outages: 0,
  failures: 0,
  slow: 0,
  slowestMs: 0,
  answered: new Map(),
  examples: [],
});
