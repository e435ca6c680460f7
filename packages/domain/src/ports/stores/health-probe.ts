import type { Unavailable } from '../../kernel/errors.ts';
import type { TaskEither } from '../../kernel/fp.ts';

/**
 * Says whether the record database can be worked with, and how fast it answers (milliseconds): it is the one that it
 * was, and it can be written to. `outageCause` says what was found otherwise.
 */
export type HealthProbe = { readonly database: () => TaskEither<Unavailable, { readonly latencyMs: number }> };
