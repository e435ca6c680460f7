import type { TaskEither, Unavailable } from '@portcullis/domain/kernel';

/**
 * Says whether the record database is usable, and how fast it answers (milliseconds): it is still the same database,
 * and it accepts writes. Otherwise `outageCause` says what was found.
 */
export type HealthProbe = {
  readonly database: () => TaskEither<Unavailable, { readonly latencyMs: number }>;
  /** Whether writes since the last answer say something else than that: then it is not to be repeated. */
  readonly isContradicted?: () => boolean;
};
