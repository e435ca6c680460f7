import type { Exchanged } from './exchange.ts';
import { type Case, described } from './request-case.ts';
import { faults, judge } from './response-check.ts';

/** The number of requests to a route, and how many of them succeeded. */
type Asked = { sent: number; passed: number };

/** The number of faults of each kind that are reported. */
const shownFaults = 3;

const cameOf = ({ answers, lost }: Exchanged): string =>
  lost ??
  answers.map(({ status, headers, text }) => `${status} ${JSON.stringify(headers)} ${text.slice(0, 300)}`).join(' | ');

/** Counts the responses, and reports the first faults so that they can be reproduced. */
export const newTally = (say: (line: string) => void, secrets: readonly string[]) => {
  const routes = new Map<string, Asked>();
  const statuses = new Map<string, number>();
  const amiss = new Map<string, number>(faults.map((fault) => [fault, 0]));
  const counts = { requests: 0, connections: 0, broken: 0, slowestMs: 0 };
  /** `place` says by which seed and index the case is reproduced. */
  const take = (sent: Case, place: string, got: Exchanged): void => {
    const asked = routes.get(sent.aim) ?? { sent: 0, passed: 0 };
    routes.set(sent.aim, asked);
    asked.sent += 1;
    asked.passed += got.answers.some(({ status }) => status >= 200 && status < 300) ? 1 : 0;
    counts.requests += 1;
    counts.connections += sent.bytes === undefined ? 0 : 1;
    counts.slowestMs = Math.max(counts.slowestMs, got.ms);
    for (const { status } of got.answers) {
      const kind = `${Math.floor(status / 100)}xx`;
      statuses.set(kind, (statuses.get(kind) ?? 0) + 1);
    }
    for (const fault of judge(sent, got, secrets)) {
      const seen = (amiss.get(fault) ?? 0) + 1;
      amiss.set(fault, seen);
      if (seen <= shownFaults)
        say(`${fault} (${place}, ${got.ms.toFixed(0)} ms): ${described(sent)} -> ${cameOf(got)}`);
    }
  };
  return { take, routes, statuses, amiss, counts };
};
export type Tally = ReturnType<typeof newTally>;
