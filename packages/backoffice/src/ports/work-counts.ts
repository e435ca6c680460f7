import type { Status, TaskEither, Tenant, Unavailable } from '@portcullis/domain/kernel';
import type { DueKind } from '@portcullis/domain/ports';

/**
 * How many profiles are due for one kind of work, up to `maxDueRows`, and since when the first of them is (ISO 8601;
 * `null`: none is).
 */
export type DueCount = { readonly profiles: number; readonly since: string | null };

/** The bytes of the files in which the engine keeps its rows, and how many of them it can fill without growing. */
export type DatabaseSize = { readonly bytes: number; readonly freeBytes: number };

/** Counts what waits, of all tenants where no other is said, for the service's own measurements. */
export type WorkCounts = {
  /** Counts the profiles that are due at or before `now`. */
  readonly due: (now: string, kind: DueKind) => TaskEither<Unavailable, DueCount>;
  /** Counts the profiles whose checks are under way, or are to be repeated soon, up to `maxDueRows`. */
  readonly processing: (now: string) => TaskEither<Unavailable, number>;
  /**
   * When the profiles of a status that `viewer` sees were created, the newest first, up to `maxDueRows`. Left out are
   * those from before `since` (ISO 8601; `null`: none). No profile is opened.
   */
  readonly created: (
    viewer: Tenant,
    status: Status,
    since: string | null,
  ) => TaskEither<Unavailable, readonly string[]>;
  /** How large the database is; `null` where the engine does not say. */
  readonly databaseSize: () => TaskEither<Unavailable, DatabaseSize | null>;
};
