import type { Profile, TaskEither, Unavailable } from '@portcullis/domain';
import type { PageQuery } from '../../driver/record-driver.ts';
import type { LookUpDigest } from '../../keys/record-encryption.ts';
import type { ProfileRow } from '../../rows/profile-row.ts';

/** What reads the rows of profiles, and opens them. */
export type ProfileRows = {
  readonly read: (query: PageQuery) => TaskEither<Unavailable, readonly ProfileRow[]>;
  readonly open: (rows: readonly ProfileRow[]) => TaskEither<Unavailable, readonly Profile[]>;
  readonly lookUpDigest: TaskEither<Unavailable, LookUpDigest | null>;
};
