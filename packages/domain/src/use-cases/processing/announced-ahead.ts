import { addMs, dayMs, maxSkewMs } from '../../kernel/dates.ts';
import type { Unavailable } from '../../kernel/errors.ts';
import { E, type Either } from '../../kernel/fp.ts';
import type { ProfileId } from '../../kernel/ids.ts';
import { type Clock, monotonicNow } from '../../ports/clock.ts';
import type { DueProfile, ProfileStore } from '../../ports/stores/profile-store.ts';
import { isAnnouncedAhead } from '../../profile/retention.ts';
import { isoNow } from '../access/change-profile.ts';
import type { WorkShares } from '../leases/work-shares.ts';

type Deps = {
  readonly profiles: Pick<ProfileStore, 'due' | 'getAny'>;
  readonly clock: Clock;
  readonly shares: WorkShares;
};

/** How many profiles are looked at together, how often, and how long after the last one it begins again. */
const pageSize = 50;
const pageEveryMs = 5000;
const beginAgainMs = dayMs;

/** Passes for shards that this instance has taken: one in this time, and at most two in a row. */
const forGainEveryMs = dayMs / 4;

/** Every time of a profile is before it. */
const endOfTime = '9999-12-31T23:59:59.999Z';

/**
 * Finds the profiles whose erasure was announced by a clock that was ahead. They are due too late, by as much as that
 * clock was ahead, and no sweep reads that far; an announcement by a correct clock is due within a day. So the profiles
 * that are due later are read page by page: at the start of the process, after the clock was set back, within hours
 * after this instance has taken a shard, and once a day. A shard that is taken during a pass is read by another pass
 * afterwards, so that each pass ends however often shards change their holder.
 */
export const announcedAheadFinder = ({ profiles, clock, shares }: Deps) => {
  let after: DueProfile | null = null;
  let nextPass = 0;
  let nextPage = 0;
  /** The difference between the wall clock and the monotonic clock, which changes when the wall clock is set. */
  let offset = -Infinity;
  /** The shards that this instance had last. A shard that it has lost and takes again counts as new. */
  let known: ReadonlySet<number> = new Set();
  let isAnotherNeeded = false;
  /** The time until which all but one of the passes for new shards are used up. */
  let usedUntil = Number.NEGATIVE_INFINITY;

  /** Whether a pass begins now: the daily one, or one for a new shard. */
  const begins = (now: number): boolean => {
    if (now < nextPass) {
      if (!isAnotherNeeded || now + forGainEveryMs < usedUntil) return false;
      usedUntil = Math.max(usedUntil, now) + forGainEveryMs;
    }
    isAnotherNeeded = false;
    return true;
  };

  const isAhead = async (id: ProfileId): Promise<boolean> => {
    const found = await profiles.getAny(id)();
    // A profile that cannot be read now is read on the next day.
    return E.isRight(found) && isAnnouncedAhead(found.right, isoNow(clock));
  };

  return async (): Promise<Either<Unavailable, readonly ProfileId[]>> => {
    const before = offset;
    offset = clock.now() - monotonicNow(clock);
    const shards = shares.shards();
    if (offset < before - maxSkewMs) {
      after = null;
      nextPass = 0;
      nextPage = 0;
    }
    // Without a shard, such as after a late renewal of the lease, no other instance need have had them meanwhile.
    if (shards.size === 0) return E.right([]);
    if ([...shards].some((shard) => !known.has(shard))) isAnotherNeeded = true;
    known = shards;
    const now = monotonicNow(clock);
    if (now < nextPage || (after === null && !begins(now))) return E.right([]);
    after ??= { at: addMs(isoNow(clock), dayMs + maxSkewMs), id: '' };
    const rows = await profiles.due(endOfTime, pageSize, { after })();
    if (E.isLeft(rows)) return rows;
    const found: ProfileId[] = [];
    for (const { id } of rows.right) if (shares.owns(id) && (await isAhead(id))) found.push(id);
    // If the shards were lost while the page was read, it is read again.
    if (shares.shards().size === 0) return E.right(found);
    const isLast = rows.right.length < pageSize;
    after = isLast ? null : (rows.right.at(-1) ?? null);
    nextPage = monotonicNow(clock) + (found.length > 0 && !isLast ? 0 : pageEveryMs);
    if (isLast) nextPass = monotonicNow(clock) + beginAgainMs;
    return E.right(found);
  };
};
