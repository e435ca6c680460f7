import type { Unavailable } from '../../errors.ts';
import { E, pipe, type TaskEither, TE } from '../../fp.ts';
import type { ProfileId } from '../../ids.ts';
import { type ChangeError, type ChangeNeeds, nowOf } from './change-profile.ts';
import type { DriveProfile } from './drive-profile.ts';

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

export const sweepDue =
  ({ profiles, clock, drive }: Pick<ChangeNeeds, 'profiles' | 'clock'> & { readonly drive: DriveProfile }): SweepDue =>
  () =>
    pipe(
      profiles.due(nowOf(clock), batch),
      TE.flatMap((ids): TaskEither<Unavailable, Swept> => driveAll(drive, ids)),
    );
