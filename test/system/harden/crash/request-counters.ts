import { decode, E, t } from '@portcullis/domain';
import type { Instance } from './environment.ts';
import { type Asked, bodyOf, type Outcome, type Reply } from './http-client.ts';

/** What came of all requests. */
export type Tally = {
  requests: number;
  acknowledged: number;
  /** Requests that somebody's end left without an answer, and those that nobody was there for. */
  silences: number;
  /** Those of them that an instance left without an answer that nobody had ended. */
  unexplained: number;
  /** 2xx of which it cannot be read what they acknowledge. */
  unreadable: number;
  /** Requests that were sent once more under their key. */
  repeated: number;
  /** Those that were told that an earlier one is under way. */
  underWay: number;
  /** Keys that were said to be under way for so long that whoever held them must have died. */
  stuck: number;
  /** Any other 4xx, where there is nothing to refuse. */
  refusals: number;
  /** 503 `database_unavailable` with a `Retry-After`. */
  outages: number;
  /** Any other answer of 500 and more. */
  failures: number;
  slow: number;
  slowestMs: number;
  /** For each instance, what it has answered. */
  readonly answered: Map<Instance, number>;
  /** The first few failures, for whoever looks into them. */
  readonly examples: string[];
};

const mostExamples = 5;

const isOutage = ({ headers, status, ...reply }: Reply): boolean => {
  const told = decode(t.type({ code: t.literal('database_unavailable') }), bodyOf({ headers, status, ...reply }));
  return status === 503 && headers['retry-after'] !== undefined && E.isRight(told);
};

/** Whether it was told that an earlier request with its key is under way, which is still for a while of one that died. */
export const isUnderWay = (outcome: Outcome): boolean => {
  if (outcome.status !== 409) return false;
  return E.isRight(decode(t.type({ code: t.literal('idempotency_in_progress') }), bodyOf(outcome)));
};

/** Takes down what came of one request; a failure is what nobody asked for. */
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
