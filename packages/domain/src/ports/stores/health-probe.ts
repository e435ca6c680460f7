import type { Unavailable } from '../../errors.ts';
import type { TaskEither } from '../../fp.ts';

/** Says whether the record database answers, and how fast (milliseconds). */
export type HealthProbe = { readonly database: () => TaskEither<Unavailable, { readonly latencyMs: number }> };
