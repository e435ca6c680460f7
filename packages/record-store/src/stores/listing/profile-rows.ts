import type { Profile, ProfileId, TaskEither, Tenant, Unavailable } from '@portcullis/domain';
import type { PageQuery } from '../../driver/record-driver.ts';
import type { ProfileRow } from '../../rows/profile-row.ts';

/** The profiles of rows, and the ids of those whose rows do not open, or contradict themselves. */
export type OpenedRows = { readonly profiles: readonly Profile[]; readonly damaged: readonly ProfileId[] };

/** What a page says of rows that were left out: nothing where there are none. */
export const leftOut = (damaged: readonly ProfileId[]): { readonly damaged?: readonly ProfileId[] } =>
  damaged.length === 0 ? {} : { damaged };

/** What reads the rows of profiles, and opens them: one that is damaged hides no other. */
export type ProfileRows = {
  readonly read: (query: PageQuery) => TaskEither<Unavailable, readonly ProfileRow[]>;
  readonly open: (rows: readonly ProfileRow[]) => TaskEither<Unavailable, OpenedRows>;
  /** The text under which a reference is found; `null` where none is asked for. */
  readonly referenceKey: (viewer: Tenant, reference: string | undefined) => TaskEither<Unavailable, string | null>;
};
