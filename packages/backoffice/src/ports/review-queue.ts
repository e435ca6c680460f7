import type { ProfileId, TaskEither, Tenant, Unavailable } from '@portcullis/domain/kernel';
import type { LeftOut } from '@portcullis/domain/ports';
import type { Profile } from '@portcullis/domain/profile';

/** The position of a profile in the queue: since when it waits (ISO 8601; empty if unknown), and its id. */
export type QueuePosition = { readonly since: string; readonly id: ProfileId };

export type QueuedProfile = { readonly profile: Profile; readonly position: QueuePosition };

/**
 * A page of the queue. `next` is the `after` of the next page, and `null` at the end. Profiles that cannot be shown are
 * left out, so that a page may have fewer than were asked for, or none, before the end.
 */
export type QueuePage = {
  readonly queued: readonly QueuedProfile[];
  readonly next: QueuePosition | null;
  /** Absent where nothing is left out for its row. */
  readonly damaged?: readonly LeftOut[];
};

/** The maximum number of profiles in one query of the queue. */
export const maxAmong = 80;

/** Counting stops here: this number stands for this many or more. */
export const maxWaiting = 1000;

/** How many profiles of all tenants wait; `since` is `null` if none does. */
export type WaitingCount = { readonly waiting: number; readonly overdue: number; readonly since: string | null };

/**
 * The profiles in review, by how long they have waited (longest first), then by id. A profile that is to be erased is
 * not in it.
 */
export type ReviewQueue = {
  /**
   * At most `limit` (1 to 100) profiles that `viewer` sees and that follow `after` (`null`: from the first one); with
   * `among`, which has 1 to `maxAmong` ids, of those alone.
   */
  readonly page: (
    viewer: Tenant,
    after: QueuePosition | null,
    limit: number,
    among?: readonly ProfileId[],
  ) => TaskEither<Unavailable, QueuePage>;
  /** Counts the profiles that `viewer` sees, or those of them that wait since `until` or longer, up to `maxWaiting`. */
  readonly count: (viewer: Tenant, until: string | null) => TaskEither<Unavailable, number>;
  /** Counts those of all tenants up to `maxWaiting`; overdue are those that wait since `until` or longer. */
  readonly measure: (until: string) => TaskEither<Unavailable, WaitingCount>;
};
