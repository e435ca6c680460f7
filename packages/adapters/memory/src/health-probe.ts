import { E, type HealthProbe } from '@portcullis/domain';

/** A health probe that always succeeds immediately. */
export const memoryHealthProbe = (): HealthProbe => ({ database: () => async () => E.right({ latencyMs: 0 }) });
