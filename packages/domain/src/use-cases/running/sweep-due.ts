import type { Unavailable } from '../../errors.ts';
import { E, type TaskEither, TE } from '../../fp.ts';
import type { ProfileId } from '../../ids.ts';
import type { Profile } from '../../profile/profile.ts';
import { type ChangeError, nowOf } from './change-profile.ts';
import type { DriveProfile } from './drive-profile.ts';
import { type EraseDue, type EraseNeeds, eraseDue, isToErase } from './erase-due.ts';
import { inLanes } from './in-turn.ts';

/** How many profiles were looked at, and why the ones that failed did. */
export type Swept = { readonly seen: number; readonly failures: readonly ChangeError[] };

/** Applies what time has made due, drives on what is being processed, and erases; several instances may do it at once. */
export type SweepDue = () => TaskEither<Unavailable, Swept>;

/** How many profiles one sweep takes on. */
const batch = 50;

/** How long a profile waits whose row cannot be read: it stays due, and many of them would leave no turn for others. */
const unreadableMs = 60_000;

const isUnreadable = (error: ChangeError): boolean =>
  error._tag === 'Unavailable' && (error.kind === 'invalid_response' || error.kind === 'rejected');

/** Drives on those that are being processed, and then erases those that are to be: that may take long. */
const attend =
  (needs: Needs, erase: EraseDue, ids: readonly ProfileId[]): TaskEither<never, Swept> =>
  async () => {
    const failures: ChangeError[] = [];
    const erasing: Profile[] = [];
    await inLanes(ids, async (id) => {
      const found = await needs.profiles.getAny(id)();
      if (E.isRight(found) && isToErase(found.right, nowOf(needs.clock))) return void erasing.push(found.right);
      const driven = await needs.drive(id)();
      if (E.isRight(driven)) return;
      failures.push(driven.left);
      if (isUnreadable(driven.left)) needs.putOff.until(id, needs.clock.now() + unreadableMs);
    });
    const erased = await erase(erasing)();
    return E.right({ seen: ids.length, failures: E.isRight(erased) ? [...failures, ...erased.right] : failures });
  };

type Needs = EraseNeeds & { readonly drive: DriveProfile };

/**
 * What is due, and what was put off until now. What is put off longer is due in the store, too, and is passed over there;
 * half of a batch is for either, so that a provider that is out keeps nobody waiting who does not need it.
 */
const nextIds = ({ profiles, clock, putOff }: Needs): TaskEither<Unavailable, readonly ProfileId[]> => {
  const ripe = putOff.take(clock.now(), batch / 2);
  return TE.map((due: readonly ProfileId[]) => {
    const ready = due.filter((id) => !putOff.has(id) && !ripe.includes(id));
    return [...ripe, ...ready].slice(0, batch);
  })(profiles.due(nowOf(clock), batch + ripe.length + putOff.size()));
};

export const sweepDue = (needs: Needs): SweepDue => {
  const erase = eraseDue(needs);
  return () =>
    TE.flatMap((ids: readonly ProfileId[]): TaskEither<Unavailable, Swept> => attend(needs, erase, ids))(
      nextIds(needs),
    );
};
