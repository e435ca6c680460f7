import type { Profile, TaskEither, Tenant, Unavailable } from '@portcullis/domain';
import type { PageQuery } from '../../driver/record-driver.ts';
import type { ProfileRow } from '../../rows/profile-row.ts';

/** What reads the rows of profiles, and opens them. */
export type ProfileRows = {
  readonly read: (query: PageQuery) => TaskEither<Unavailable, readonly ProfileRow[]>;
  readonly open: (rows: readonly ProfileRow[]) => TaskEither<Unavailable, readonly Profile[]>;
  /** The text under which a reference is found; `null` where none is asked for. */
  readonly referenceKey: (viewer: Tenant, reference: string | undefined) => TaskEither<Unavailable, string | null>;
};
