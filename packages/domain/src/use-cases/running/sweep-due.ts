import type { Unavailable } from '../../errors.ts';
import { E, type TaskEither, TE } from '../../fp.ts';
import type { ProfileId } from '../../ids.ts';
import { type ChangeError, type ChangeNeeds, nowOf } from './change-profile.ts';
import type { DriveProfile } from './drive-profile.ts';
import type { InProcess } from './in-process.ts';

/** How many profiles were looked at, and why the ones that failed did. */
export type Swept = { readonly seen: number; readonly failures: readonly ChangeError[] };

/** Applies what time has made due and drives on what is being processed; several instances may do it at once. */
export type SweepDue = () => TaskEither<Unavailable, Swept>;

/** How many profiles one sweep takes on. */
const batch = 50;
/** How many of them at once: one that waits for a provider which is out must not hold up all the others. */
const lanes = 10;

const driveAll =
  (drive: DriveProfile, ids: readonly ProfileId[]): TaskEither<never, Swept> =>
  async () => {
    const failures: ChangeError[] = [];
    const left = ids.values();
    const lane = async (): Promise<void> => {
      for (const id of left) {
        const driven = await drive(id)();
        if (E.isLeft(driven)) failures.push(driven.left);
      }
    };
    await Promise.all(Array.from({ length: lanes }, lane));
    return E.right({ seen: ids.length, failures });
  };

type Needs = Pick<ChangeNeeds, 'profiles' | 'clock'> & InProcess & { readonly drive: DriveProfile };

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

export const sweepDue =
  (needs: Needs): SweepDue =>
  () =>
    TE.flatMap((ids: readonly ProfileId[]): TaskEither<Unavailable, Swept> => driveAll(needs.drive, ids))(
      nextIds(needs),
    );
