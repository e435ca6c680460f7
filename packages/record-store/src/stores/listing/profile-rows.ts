import type { Profile, TaskEither, Tenant, Unavailable } from '@portcullis/domain';
import type { LeftOut } from '@portcullis/domain/ports';
import type { PageQuery } from '../../driver/record-driver.ts';
import type { ProfileRow } from '../../rows/profile-row.ts';

/** The profiles of rows, and those that are left out. */
export type OpenedRows = { readonly profiles: readonly Profile[]; readonly damaged: readonly LeftOut[] };

/** A page's field for rows that were left out: nothing where there are none. */
export const leftOut = (damaged: readonly LeftOut[]): { readonly damaged?: readonly LeftOut[] } =>
  damaged.length === 0 ? {} : { damaged };

/** Reads the rows of profiles, and opens them: one that is damaged hides no other. */
export type ProfileRows = {
  readonly read: (query: PageQuery) => TaskEither<Unavailable, readonly ProfileRow[]>;
  readonly open: (rows: readonly ProfileRow[]) => TaskEither<Unavailable, OpenedRows>;
  /** The text under which a reference is found; `null` where none is asked for. */
  readonly referenceKey: (viewer: Tenant, reference: string | undefined) => TaskEither<Unavailable, string | null>;
};
