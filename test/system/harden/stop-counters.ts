import type { ClientRequest, Outcome } from './cluster/http-client.ts';
import { isInProgress } from './crash/request-counters.ts';

/** What was seen while instances were stopped. */
export type StopCounters = {
  requests: number;
  uploads: number;
  unanswered: number;
  failures: number;
  refusals: number;
  slow: number;
  slowestMs: number;
  readonly stops: number[];
  badExits: number;
  /** The requests in flight at the stopped instance when the signal was sent. */
  readonly inFlight: number[];
  readonly examples: string[];
  readonly analyses: AnalysisCounters;
};

/** Documents read by a slow model. An attempt is aborted when its instance stops, and repeated under the same key. */
export type AnalysisCounters = {
  underWay: number;
  done: number;
  aborted: number;
  withoutRetryAfter: number;
  neverDone: number;
};

export const analysisPath = '/api/ai/document-analysis';

/**
 * A paced upload and a slow model take their time, which is not counted. A stop may abort an analysis, whose key stays
 * held for a moment, or until its lease ends.
 */
export const recordOutcome = (seen: StopCounters, asked: ClientRequest, outcome: Outcome, slowMs: number): void => {
  const isPaced = asked.paceMs !== undefined;
  const isAnalysis = asked.path === analysisPath;
  if (isPaced) seen.uploads += 1;
  seen.requests += 1;
  if (!isPaced && !isAnalysis) seen.slowestMs = Math.max(seen.slowestMs, outcome.ms);
  if (!isPaced && !isAnalysis && outcome.ms > slowMs) seen.slow += 1;
  if (outcome.status === null) seen.unanswered += 1;
  else if (isAnalysis && (outcome.status === 503 || isInProgress(outcome))) return;
  else if (outcome.status >= 500) seen.failures += 1;
  else if (outcome.status >= 400) seen.refusals += 1;
  if ((outcome.status === null || outcome.status >= 400) && seen.examples.length < 10) {
    const text = outcome.status === null ? outcome.code : outcome.bytes.toString('utf8').slice(0, 200);
    seen.examples.push(
      `${asked.method ?? 'GET'} ${asked.path}: ${outcome.status} after ${Math.round(outcome.ms)} ms, ${text}`,
    );
  }
};

export const newStopCounters = (): StopCounters => ({
  requests: 0,
  uploads: 0,
  unanswered: 0,
  failures: 0,
  refusals: 0,
  slow: 0,
  slowestMs: 0,
  stops: [],
  badExits: 0,
  inFlight: [],
  examples: [],
  analyses: { underWay: 0, done: 0, aborted: 0, withoutRetryAfter: 0, neverDone: 0 },
});
