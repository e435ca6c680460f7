import { decode, E, t } from '@portcullis/domain';
import type { Instance } from './environment.ts';
import { type Asked, bodyOf, type Outcome, type Reply } from './http-client.ts';

/** The results of all requests. */
export type Tally = {
  requests: number;
  acknowledged: number;
  /** Requests without a response, because an instance was ended or because none was running. */
  silences: number;
  /** Requests without a response from an instance that nobody had ended. */
  unexplained: number;
  /** 2xx responses whose acknowledgement cannot be read. */
  unreadable: number;
  /** Requests that were retried under their key. */
  repeated: number;
  /** Requests that were told that an earlier one is in progress. */
  underWay: number;
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

const mostExamples = 5;

const isOutage = ({ headers, status, ...reply }: Reply): boolean => {
  const told = decode(t.type({ code: t.literal('database_unavailable') }), bodyOf({ headers, status, ...reply }));
  return status === 503 && headers['retry-after'] !== undefined && E.isRight(told);
};

/**
 * Says whether a response reports that an earlier request with its key is in progress; for a while this is also true of
 * a request that died.
 */
export const isUnderWay = (outcome: Outcome): boolean => {
  if (outcome.status !== 409) return false;
  return E.isRight(decode(t.type({ code: t.literal('idempotency_in_progress') }), bodyOf(outcome)));
};

/** Counts the result of one request; a failure is anything unexpected. */
export const count = (tally: Tally, slowMs: number, instance: Instance, asked: Asked, outcome: Outcome): void => {
  tally.requests += 1;
  tally.slowestMs = Math.max(tally.slowestMs, outcome.ms);
  if (outcome.ms > slowMs) tally.slow += 1;
  if (outcome.status === null) {
    tally.silences += 1;
    return;
  }
  tally.answered.set(instance, (tally.answered.get(instance) ?? 0) + 1);
  if (outcome.status < 300) tally.acknowledged += 1;
  else if (isOutage(outcome)) tally.outages += 1;
  else if (isUnderWay(outcome)) tally.underWay += 1;
  else if (outcome.status >= 500) tally.failures += 1;
  else tally.refusals += 1;
  const isStrange = outcome.ms > slowMs || (outcome.status >= 300 && !isOutage(outcome) && !isUnderWay(outcome));
  if (isStrange && tally.examples.length < mostExamples) {
    const text = outcome.bytes.toString('utf8').slice(0, 300);
    tally.examples.push(
      `${asked.method ?? 'GET'} ${asked.path}: ${outcome.status}, ${Math.round(outcome.ms)} ms, ${text}`,
    );
  }
};

export const newTally = (): Tally => ({
  requests: 0,
  acknowledged: 0,
  silences: 0,
  unexplained: 0,
  unreadable: 0,
  repeated: 0,
  underWay: 0,
  stuck: 0,
  refusals: 0,
  outages: 0,
  failures: 0,
  slow: 0,
  slowestMs: 0,
  answered: new Map(),
  examples: [],
});
