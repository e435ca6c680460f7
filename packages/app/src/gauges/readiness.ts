import { outageCauses } from '@portcullis/domain/kernel';
import type { Metrics } from '../telemetry/metrics.ts';
import type { Readiness, ReadinessReport } from '../telemetry/readiness.ts';

/** Every word that can say why an instance is not ready. */
const causes: readonly string[] = [...outageCauses, 'clock_skew'];

/**
 * Registers the gauges of the readiness, and answers what measures them before a scrape. It asks no more often than
 * `/readyz` does, which both share.
 */
export const readinessGauges = (
  metrics: Pick<Metrics, 'registerGauge' | 'registerLabelledGauge'>,
  readiness: Pick<Readiness, 'check'>,
): (() => Promise<void>) => {
  let last: ReadinessReport | null = null;
  metrics.registerGauge('portcullis_ready', () => (last?.ready ? 1 : 0));
  metrics.registerLabelledGauge('portcullis_ready_check', () =>
    Object.entries(last?.checks ?? {}).map(([check, state]) => [check, state === 'ok' ? 1 : 0] as const),
  );
  metrics.registerLabelledGauge('portcullis_not_ready_cause', () =>
    causes.map((cause) => [cause, last?.reasons?.includes(cause) ? 1 : 0] as const),
  );
  return async () => {
    last = await readiness.check();
  };
};
