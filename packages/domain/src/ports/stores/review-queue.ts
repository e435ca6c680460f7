import type { Unavailable } from '../../kernel/errors.ts';
import type { TaskEither } from '../../kernel/fp.ts';
import type { ProfileId } from '../../kernel/ids.ts';
import type { Tenant } from '../../kernel/principal.ts';
import type { Profile } from '../../profile/profile.ts';

/** Where a profile stands in the queue: since when it waits (ISO 8601; empty: not known), and its id. */
export type QueuePosition = { readonly since: string; readonly id: ProfileId };

export type QueuedProfile = { readonly profile: Profile; readonly position: QueuePosition };

/**
 * A part of the queue. `next` is the `after` of what follows, and `null` at the end: what cannot be shown is left out,
 * so that fewer than were asked for, or none, may stand before others.
 */
export type QueuePage = { readonly queued: readonly QueuedProfile[]; readonly next: QueuePosition | null };

/** The maximum number of profiles in one query of the queue. */
export const maxAmong = 80;

/** Counting stops here: this number stands for this many or more. */
export const maxWaiting = 1000;

/** What waits, of all tenants; `since` is `null` where nothing does. */
export type WaitingCount = { readonly waiting: number; readonly overdue: number; readonly since: string | null };

/**
 * The profiles in review, those that wait longest before, and then by id. One that an earlier release put in review and
 * did not say since when comes first. A profile that is to be erased is not in it.
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
