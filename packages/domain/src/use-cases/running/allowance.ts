import type { NotFound, Unavailable } from '../../errors.ts';
import { E, type TaskEither } from '../../fp.ts';
import type { ProfileId } from '../../ids.ts';
import type { Clock } from '../../ports/clock.ts';
import { secondsToWait } from '../../profile/allowance.ts';
import { nowOf } from './change-profile.ts';

/** Limits how often requests may call a provider that costs money for one profile. */
export type Allowance = {
  /** Answers the seconds until it may be called again; `null` means now. */
  readonly toWait: (id: ProfileId) => number | null;
  /** Counts a call when it is made, whatever its result, except a call that was not sent. */
  readonly counted: <Left extends NotFound | Unavailable, Right>(
    id: ProfileId,
    call: TaskEither<Left, Right>,
  ) => TaskEither<Left, Right>;
};

const most = 10;
const spanSeconds = 15 * 60;
/** For how many profiles calls are remembered; beyond that, the profile whose last call is oldest is removed. */
const mostProfiles = 10_000;

const neverLeft = (reason: NotFound | Unavailable): boolean =>
  reason._tag === 'Unavailable' && reason.notAsked === true;

/**
 * Allows ten calls in fifteen minutes for each profile, in this process. It is not persisted: it limits cost, and
 * decides nothing.
 */
export const newAllowance = (clock: Clock): Allowance => {
  const calls = new Map<ProfileId, readonly string[]>();
  const keep = (id: ProfileId, times: readonly string[]): void => {
    calls.delete(id);
    if (times.length > 0) calls.set(id, times.slice(-most));
    const [oldest] = calls.keys();
    if (calls.size > mostProfiles && oldest !== undefined) calls.delete(oldest);
  };
  const timesOf = (id: ProfileId): readonly string[] => calls.get(id) ?? [];
  return {
    toWait: (id) => secondsToWait(timesOf(id), most, spanSeconds, nowOf(clock)),
    counted: (id, call) => async () => {
      const now = nowOf(clock);
      keep(id, [...timesOf(id), now]);
      const answer = await call();
      const at = E.isLeft(answer) && neverLeft(answer.left) ? timesOf(id).lastIndexOf(now) : -1;
      if (at >= 0) keep(id, timesOf(id).toSpliced(at, 1));
      return answer;
    },
  };
};
