import type { Unavailable } from '../../errors.ts';
import type { TaskEither } from '../../fp.ts';
import type { ProfileId } from '../../ids.ts';

/**
 * Which rows there are, by their ids alone, of all tenants: for who looks whether the records are sound, and must not be
 * stopped by one that cannot be read. Ids come in order, behind `after` (`null`: from the first on), none twice; none at
 * all is the end. What is added meanwhile may be passed over.
 */
export type RecordIndex = {
  /** At most `limit` (1 to 1000) ids of profile rows. */
  readonly profileIds: (after: ProfileId | null, limit: number) => TaskEither<Unavailable, readonly ProfileId[]>;
  /** Ids of profiles of which the ledger has entries, `limit` (1 to 1000) at most, whether they have a row or not. */
  readonly chainIds: (after: ProfileId | null, limit: number) => TaskEither<Unavailable, readonly ProfileId[]>;
};
