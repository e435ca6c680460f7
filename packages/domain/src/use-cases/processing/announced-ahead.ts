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
 * Finds the profiles whose erasure was announced by a clock that was ahead. They are due as late as that clock was
 * ahead, where no sweep looks; whatever was announced by a clock that was right is due within a day. So the profiles
 * that are due later are read, some at a time: when the process begins, when the clock was set back, when a part of the
 * work has become this instance's, within hours, and once a day. One that comes while they are read is looked at by
 * another pass behind this one, so that each pass comes to its end however often parts change hands.
 */
export const announcedAheadFinder = ({ profiles, clock, shares }: Deps) => {
  let after: DueProfile | null = null;
  let [nextPass, nextPage] = [0, 0];
  /** What the clock shows beyond the time that has passed in this process: it changes when the clock is set. */
  let offset = -Infinity;
  /** The part of the work that was this instance's when it had one last: one that it lost and gets again is new. */
  let known: ReadonlySet<number> = new Set();
  let isAnotherNeeded = false;
  /** Until when the passes for parts that were gained are used up, apart from one. */
  let usedUntil = Number.NEGATIVE_INFINITY;

  /** Whether a pass begins now: the daily one, or another one for a part that was gained. */
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
    // What cannot be read now is looked at on the next day.
    return E.isRight(found) && isAnnouncedAhead(found.right, isoNow(clock));
  };

  return async (): Promise<Either<Unavailable, readonly ProfileId[]>> => {
    const before = offset;
    offset = clock.now() - monotonicNow(clock);
    const shards = shares.shards();
    if (offset < before - maxSkewMs) [after, nextPass, nextPage] = [null, 0, 0];
    // Without any, as where the lease could not be renewed in time, nobody else need have had them meanwhile.
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
    // What was this instance's for a part of the page alone is read again.
    if (shares.shards().size === 0) return E.right(found);
    const isLast = rows.right.length < pageSize;
    after = isLast ? null : (rows.right.at(-1) ?? null);
    nextPage = monotonicNow(clock) + (found.length > 0 && !isLast ? 0 : pageEveryMs);
    if (isLast) nextPass = monotonicNow(clock) + beginAgainMs;
    return E.right(found);
  };
};
