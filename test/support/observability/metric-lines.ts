import type { Metrics } from '#app/telemetry/metrics';

/** The lines of the metrics, in the Prometheus text format, that begin with a name. */
export const linesOf = async (metrics: Metrics, name: string): Promise<readonly string[]> =>
  (await metrics.text()).split('\n').filter((line) => line.startsWith(name));
