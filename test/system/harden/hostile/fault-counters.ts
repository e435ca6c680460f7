import type { Exchange } from './exchange.ts';
import { isSuccess } from './purposes.ts';
import { describeCase, type RequestCase } from './request-case.ts';
import { checkResponse, faults } from './response-check.ts';

/** The number of requests to a route, and how many of them succeeded. */
type RouteCounts = { sent: number; passed: number };

/** The number of faults of each kind that are reported. */
const shownFaults = 3;

export const describeExchange = ({ answers, lost }: Exchange): string =>
  lost ??
  answers.map(({ status, headers, text }) => `${status} ${JSON.stringify(headers)} ${text.slice(0, 300)}`).join(' | ');

/** Counts the responses, and reports the first faults so that they can be reproduced. */
export const newFaultCounters = (say: (line: string) => void, secrets: readonly string[]) => {
  const routes = new Map<string, RouteCounts>();
  const statuses = new Map<string, number>();
  const violations = new Map<string, number>(faults.map((fault) => [fault, 0]));
  /** The routes that did not do what they are for, although nothing was wrong with the request. */
  const useless: string[] = [];
  const counts = { requests: 0, connections: 0, broken: 0, slowestMs: 0 };
  /** `place` says by which seed and index the case is reproduced. */
  const record = (sent: RequestCase, place: string, got: Exchange): void => {
    const asked = routes.get(sent.aim) ?? { sent: 0, passed: 0 };
    routes.set(sent.aim, asked);
    asked.sent += 1;
    asked.passed += got.answers.some(({ status }) => isSuccess(sent.aim, status)) ? 1 : 0;
    counts.requests += 1;
    counts.connections += sent.bytes === undefined ? 0 : 1;
    counts.slowestMs = Math.max(counts.slowestMs, got.ms);
    for (const { status } of got.answers) {
      const kind = `${Math.floor(status / 100)}xx`;
      statuses.set(kind, (statuses.get(kind) ?? 0) + 1);
    }
    for (const fault of checkResponse(sent, got, secrets)) {
      const seen = (violations.get(fault) ?? 0) + 1;
      violations.set(fault, seen);
      if (seen <= shownFaults)
        say(`${fault} (${place}, ${got.ms.toFixed(0)} ms): ${describeCase(sent)} -> ${describeExchange(got)}`);
    }
  };
  return {
    take: record,
    routes,
    statuses,
    amiss: violations,
    counts,
    useless,
  };
};
export type FaultCounters = ReturnType<typeof newFaultCounters>;
