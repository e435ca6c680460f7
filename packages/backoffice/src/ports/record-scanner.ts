import type { ProfileId, TaskEither, Unavailable } from '@portcullis/domain/kernel';

/**
 * Lists which rows exist, of all tenants, by their ids alone. It serves the verification of records, which must not be
 * stopped by a record that cannot be read. Ids come in order, after `after` (`null`: from the first one), none twice;
 * an empty page is the end. Rows that are added meanwhile may be skipped.
 */
export type RecordScanner = {
  /** Lists at most `limit` (1 to 1000) ids of profile rows. */
  readonly profileIds: (after: ProfileId | null, limit: number) => TaskEither<Unavailable, readonly ProfileId[]>;
  /** Lists at most `limit` (1 to 1000) ids of profiles that have ledger entries, whether they have a row or not. */
  readonly chainIds: (after: ProfileId | null, limit: number) => TaskEither<Unavailable, readonly ProfileId[]>;
};
