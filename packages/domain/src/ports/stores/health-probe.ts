import type { Unavailable } from '../../kernel/errors.ts';
import type { TaskEither } from '../../kernel/fp.ts';

/** Says whether the record database answers, and how fast (milliseconds). */
export type HealthProbe = { readonly database: () => TaskEither<Unavailable, { readonly latencyMs: number }> };
