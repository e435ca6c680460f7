import type { NotFound, Unavailable } from '../../errors.ts';
import { E, type TaskEither } from '../../fp.ts';
import type { ProfileId } from '../../ids.ts';
import type { Clock } from '../../ports/clock.ts';
import { secondsToWait } from '../../profile/allowance.ts';
import { nowOf } from './change-profile.ts';

/** How often a provider that costs money is asked for one profile because somebody requests it. */
export type Allowance = {
  /** Seconds until it may be asked again; `null`: now. */
  readonly toWait: (id: ProfileId) => number | null;
  /** Counts a call when it is made, whatever comes of it; but not one that never left us. */
  readonly counted: <Left extends NotFound | Unavailable, Right>(
    id: ProfileId,
    call: TaskEither<Left, Right>,
  ) => TaskEither<Left, Right>;
};

const most = 10;
const spanSeconds = 15 * 60;
/** Profiles of which the calls are known; beyond that, those are forgotten whose last call is longest ago. */
const mostProfiles = 10_000;

const neverLeft = (reason: NotFound | Unavailable): boolean =>
  reason._tag === 'Unavailable' && reason.notAsked === true;

/** Ten calls in fifteen minutes for each profile, in this process. It is not written down: it limits cost, and decides nothing. */
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
