import { addMs, dayMs, maxSkewMs } from '../../kernel/dates.ts';
import type { Unavailable } from '../../kernel/errors.ts';
import { E, type Either } from '../../kernel/fp.ts';
import type { ProfileId } from '../../kernel/ids.ts';
import { type Clock, monotonicNow } from '../../ports/clock.ts';
import type { DueProfile, ProfileStore } from '../../ports/stores/profile-store.ts';
import { isAnnouncedAhead } from '../../profile/retention.ts';
import { isoNow } from '../access/change-profile.ts';

type Deps = {
  readonly profiles: Pick<ProfileStore, 'due' | 'getAny'>;
  readonly clock: Clock;
  /** Whether this instance is the one that sweeps. */
  readonly isSweeping: () => boolean;
};

/** How many profiles are looked at together, how often, and how long after the last one it begins again. */
const pageSize = 50;
const pageEveryMs = 5000;
const beginAgainMs = dayMs;

/** Every time of a profile is before it. */
const endOfTime = '9999-12-31T23:59:59.999Z';

/**
 * Finds the profiles whose erasure was announced by a clock that was ahead. They are due too late, by as much as that
 * clock was ahead, and no sweep reads that far; an announcement by a correct clock is due within a day. So the profiles
 * that are due later are read page by page, by the instance that sweeps: when it does so first, after its clock was set
 * back, and once a day.
 */
export const announcedAheadFinder = ({ profiles, clock, isSweeping }: Deps) => {
  let after: DueProfile | null = null;
  let nextPass = 0;
  let nextPage = 0;
  /** The difference between the wall clock and the monotonic clock, which changes when the wall clock is set. */
  let offset = -Infinity;

  const isAhead = async (id: ProfileId): Promise<boolean> => {
    const found = await profiles.getAny(id)();
    // A profile that cannot be read now is read on the next day.
    return E.isRight(found) && isAnnouncedAhead(found.right, isoNow(clock));
  };

  return async (): Promise<Either<Unavailable, readonly ProfileId[]>> => {
    const before = offset;
    offset = clock.now() - monotonicNow(clock);
    if (offset < before - maxSkewMs) {
      after = null;
      nextPass = 0;
      nextPage = 0;
    }
    if (!isSweeping()) return E.right([]);
    const now = monotonicNow(clock);
    if (now < nextPage || (after === null && now < nextPass)) return E.right([]);
    after ??= { at: addMs(isoNow(clock), dayMs + maxSkewMs), id: '' };
    const rows = await profiles.due(endOfTime, pageSize, { after })();
    if (E.isLeft(rows)) return rows;
    const found: ProfileId[] = [];
    for (const { id } of rows.right) if (await isAhead(id)) found.push(id);
    // If the lease was lost while the page was read, it is read again.
    if (!isSweeping()) return E.right(found);
    const isLast = rows.right.length < pageSize;
    after = isLast ? null : (rows.right.at(-1) ?? null);
    nextPage = monotonicNow(clock) + (found.length > 0 && !isLast ? 0 : pageEveryMs);
    if (isLast) nextPass = monotonicNow(clock) + beginAgainMs;
    return E.right(found);
  };
};
