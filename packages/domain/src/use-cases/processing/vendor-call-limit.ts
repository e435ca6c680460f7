import { lruCache } from '../../kernel/concurrency/lru-cache.ts';
import { type NotFound, type Unavailable, wasNotSent } from '../../kernel/errors.ts';
import { E, type TaskEither } from '../../kernel/fp.ts';
import type { ProfileId } from '../../kernel/ids.ts';
import { secondsToWait } from '../../kernel/seconds-to-wait.ts';
import type { Clock } from '../../ports/clock.ts';
import { isoNow } from '../access/change-profile.ts';

/** Limits how often requests may call a provider that costs money for one profile. */
export type VendorCallLimit = {
  /** Answers the seconds until it may be called again; `null` means now. */
  readonly secondsToWait: (id: ProfileId) => number | null;
  /** Counts a call when it is made, whatever its result, except a call that was not sent. */
  readonly counted: <Left extends NotFound | Unavailable, Right>(
    id: ProfileId,
    call: TaskEither<Left, Right>,
  ) => TaskEither<Left, Right>;
};

const maxCalls = 10;
const windowSeconds = 15 * 60;
/** For how many profiles calls are remembered; beyond that, the profile whose last call is oldest is removed. */
const maxProfiles = 10_000;

/**
 * Allows ten calls in fifteen minutes for each profile, in this process. It is not persisted: it limits cost, and
 * decides nothing.
 */
export const newVendorCallLimit = (clock: Clock): VendorCallLimit => {
  const calls = lruCache<ProfileId, readonly string[]>(maxProfiles);
  const keep = (id: ProfileId, times: readonly string[]): void => {
    if (times.length > 0) calls.set(id, times.slice(-maxCalls));
    else calls.delete(id);
  };
  const timesOf = (id: ProfileId): readonly string[] => calls.peek(id) ?? [];
  return {
    secondsToWait: (id) => secondsToWait(timesOf(id), maxCalls, windowSeconds, isoNow(clock)),
    counted: (id, call) => async () => {
      const now = isoNow(clock);
      keep(id, [...timesOf(id), now]);
      const answer = await call();
      const at = E.isLeft(answer) && wasNotSent(answer.left) ? timesOf(id).lastIndexOf(now) : -1;
      if (at >= 0) keep(id, timesOf(id).toSpliced(at, 1));
      return answer;
    },
  };
};
