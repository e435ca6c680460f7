import { E, type HealthProbe } from '@portcullis/domain';

/** Memory always answers, and at once. */
export const memoryHealthProbe = (): HealthProbe => ({ database: () => async () => E.right({ latencyMs: 0 }) });
