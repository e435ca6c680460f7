import { outageCauses } from '@portcullis/domain/kernel';
import type { Metrics } from '../telemetry/metrics.ts';
import type { Readiness } from '../telemetry/readiness.ts';

/**
 * Registers the gauges of the readiness, and answers what measures them before a scrape. It asks no more often than
 * `/readyz` does, which both share.
 */
export const readinessGauges = (
  metrics: Pick<Metrics, 'registerGauge' | 'registerLabelledGauge'>,
  { check, latest }: Pick<Readiness, 'check' | 'latest'>,
): (() => Promise<void>) => {
  metrics.registerGauge('portcullis_ready', () => (latest()?.ready ? 1 : 0));
  metrics.registerLabelledGauge('portcullis_ready_check', () =>
    Object.entries(latest()?.checks ?? {}).map(([check, state]) => [check, state === 'ok' ? 1 : 0] as const),
  );
  metrics.registerLabelledGauge('portcullis_not_ready_cause', () =>
    outageCauses.map((cause) => [cause, latest()?.reasons?.includes(cause) ? 1 : 0] as const),
  );
  return async () => void (await check());
};
