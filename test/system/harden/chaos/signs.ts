import { setTimeout as sleep } from 'node:timers/promises';
import { firingAlerts } from './alerts.ts';
import { textAt, valueAt } from './load/json.ts';
import type { ReadinessAnswer, ServiceProcess } from './processes/service-process.ts';

/** What an operator could see of a fault from outside, at its end. */
export type Signs = {
  readonly isReady: boolean;
  /** When `/readyz` first said that the service is not ready, in milliseconds from the fault on. */
  readonly notReadyAfterMs: number | null;
  /** The checks of `/readyz` that failed, each form of its answer once. */
  readonly reason: string;
  /** The gauges and counters of the service that moved, with their values. */
  readonly metrics: string;
  /** The alerts of the repository that these metrics would let fire. */
  readonly alerts: readonly string[];
  /** The warnings and errors in the log, with the word of the cause, and how often each came. */
  readonly log: string;
};

const pollMs = 200;

const failingChecks = (body: unknown): string => {
  const checks = valueAt(body, 'checks');
  const failing = Object.entries(typeof checks === 'object' && checks !== null ? checks : {})
    .filter(([, state]) => state !== 'ok')
    .map(([name, state]) => `${name} ${typeof state === 'string' ? state : JSON.stringify(state)}`);
  const rest = Object.entries(typeof body === 'object' && body !== null ? body : {})
    .filter(([name]) => !['status', 'checks', 'vendors'].includes(name))
    .map(([name, value]) => `${name} ${JSON.stringify(value)}`);
  return [...failing, ...rest].join(', ');
};

const reasonOf = ({ body, status }: ReadinessAnswer): string => (status === 0 ? 'no answer' : failingChecks(body));

/** Reads the series of the Prometheus text format, without those of histograms and of the process. */
const seriesOf = (text: string): ReadonlyMap<string, number> =>
  new Map(
    text
      .split('\n')
      .filter((line) => line.startsWith('portcullis_') && !/_(bucket|sum|count)(\{| )/.test(line))
      .map((line) => {
        const at = line.lastIndexOf(' ');
        return [line.slice(0, at), Number(line.slice(at + 1))] as const;
      }),
  );

/** These grow with every load, and tell nothing of a fault. */
const ofTheLoad =
  /^portcullis_(outgoing_requests_total|decisions_total|tenant_stored_bytes|http_connections|upload_bytes|access_log_waiting)/;

const moved = (before: string, now: string): string => {
  const old = seriesOf(before);
  const fresh = seriesOf(now);
  return [...fresh]
    .filter(([name, value]) => !ofTheLoad.test(name) && value !== (old.get(name) ?? 0))
    .map(([name, value]) => `${name.replace(/^portcullis_/, '')} ${value}`)
    .slice(0, 12)
    .join(', ');
};

const warnLevel = 40;

const isWarning = (level: unknown): boolean =>
  typeof level === 'number' ? level >= warnLevel : ['warn', 'error', 'fatal'].includes(String(level));

const loggedSince = (service: ServiceProcess, from: number): string => {
  const counts = new Map<string, number>();
  for (const line of service.lines().slice(from)) {
    if (!isWarning(line['level'])) continue;
    const found = textAt(line, 'outage_cause') ?? textAt(line, 'cause', 'outage_cause');
    const key = `${line.event} ${found ?? textAt(line, 'cause', 'kind') ?? textAt(line, 'error_code') ?? ''}`.trim();
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return [...counts]
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, 4)
    .map(([key, count]) => `${count}x ${key}`)
    .join(' | ');
};

/** Watches a process from now on; `end` tells what was seen, and how things are at that moment. */
export const watchSigns = async (service: ServiceProcess): Promise<{ readonly end: () => Promise<Signs> }> => {
  const before = await service.metrics();
  const from = service.lines().length;
  const began = performance.now();
  let isOver = false;
  let notReadyAfterMs: number | null = null;
  let last = await service.readiness();
  const told = new Set<string>();
  const watching = (async () => {
    while (!isOver) {
      last = await service.readiness();
      if (last.status !== 200) {
        notReadyAfterMs ??= performance.now() - began;
        told.add(reasonOf(last));
      }
      await sleep(pollMs);
    }
  })();
  return {
    end: async () => {
      isOver = true;
      await watching;
      last = await service.readiness();
      const metrics = await service.metrics();
      return {
        isReady: last.status === 200,
        notReadyAfterMs,
        reason: [...told].join(' | ') || 'none',
        metrics: moved(before, metrics),
        alerts: firingAlerts(metrics),
        log: loggedSince(service, from),
      };
    },
  };
};
