import { type HealthProbe, TE } from '@portcullis/domain';
import type { RecordDriver } from '../driver/record-driver.ts';

/** Measures how long the database takes to answer. */
export const healthProbeOver = (driver: RecordDriver): HealthProbe => ({
  database: () => async () => {
    const begun = performance.now();
    return TE.map(() => ({ latencyMs: performance.now() - begun }))(driver.health)();
  },
});
