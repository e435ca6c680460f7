import type { Unavailable } from '../../errors.ts';
import { E, type TaskEither } from '../../fp.ts';
import type { ProfileId } from '../../ids.ts';
import { type Due, type DueKind, mostDueRows } from '../../ports/stores/profile-store.ts';
import { isPastRetention } from '../../profile/changes/retention.ts';
import { type ChangeError, nowOf } from './change-profile.ts';
import type { DriveProfile } from './drive-profile.ts';
import { type EraseNeeds, eraseDue, requestDueErasure } from './erase-due.ts';
import type { InProcess } from './in-process.ts';
import { inLanes } from './in-turn.ts';
import { newPutOff, type PutOff } from './put-off.ts';

/** How many profiles were handled, and why the ones that failed did. */
export type Swept = { readonly seen: number; readonly failures: readonly ChangeError[] };

/** Applies what has become due, processes submitted profiles, and erases; several instances may do it at once. */
export type SweepDue = () => TaskEither<Unavailable, Swept>;

/** How many profiles one sweep handles for each kind of thing that may be due. */
const batch = 50;

/**
 * How long a profile waits that cannot be read, or erased: it stays due, and many of them would leave no room for
 * others.
 */
const unreadableMs = 60_000;

const isUnreadable = (error: ChangeError): boolean =>
  error._tag === 'Unavailable' && (error.kind === 'invalid_response' || error.kind === 'rejected');

/**
 * `quarantined` has the profiles that cannot be read, or erased. They are separate, so that many of them do not
 * displace those that wait for a provider.
 */
type Needs = EraseNeeds & Pick<InProcess, 'putOff'> & { readonly drive: DriveProfile; readonly unfit: PutOff };

/**
 * Requests the erasure of a profile whose retention time has ended; any other profile is processed. A profile with a
 * requested erasure is left to `eraseDue`.
 */
const attend =
  (needs: Needs, failures: ChangeError[]) =>
  async (id: ProfileId): Promise<void> => {
    const found = await needs.profiles.getAny(id)();
    if (E.isRight(found) && found.right.redaction) return;
    const isOver = E.isRight(found) && isPastRetention(found.right, nowOf(needs.clock));
    const due: TaskEither<ChangeError, unknown> = isOver ? requestDueErasure(needs, id) : needs.drive(id);
    const done = await due();
    if (E.isRight(done)) return;
    failures.push(done.left);
    if (isOver || isUnreadable(done.left)) needs.unfit.until(id, needs.clock.now() + unreadableMs);
  };

/**
 * Lists up to `maxIds` profiles that are due for something. Deferred profiles are due in the store meanwhile, too, and
 * are skipped.
 */
const ready =
  (
    { profiles, clock, putOff, unfit }: Needs,
    kind: DueKind,
    most: number,
    taken: readonly ProfileId[],
  ): TaskEither<Unavailable, readonly ProfileId[]> =>
  async () => {
    const ids = new Set<ProfileId>();
    const waits = (id: ProfileId): boolean => putOff.has(id) || unfit.has(id) || taken.includes(id);
    let after: Due | null = null;
    for (;;) {
      const limit: number = Math.min(mostDueRows, most + taken.length + putOff.size() + unfit.size());
      const rows = await profiles.due(nowOf(clock), limit, { kind, after })();
      if (E.isLeft(rows)) return rows;
      for (const { id } of rows.right) if (!waits(id)) ids.add(id);
      after = rows.right.at(-1) ?? null;
      if (ids.size >= most || rows.right.length < limit) return E.right([...ids].slice(0, most));
    }
  };

/** The kinds that are done at once, without a vendor. */
const quick: readonly DueKind[] = ['expiry', 'lapse', 'retention'];

type Next = { readonly drives: readonly ProfileId[]; readonly others: readonly ProfileId[] };

/**
 * Lists the deferred profiles whose time has come, and the due ones. Each kind has its own share, and half of the share
 * for processing is for deferred profiles, so that no profile waits for many of another kind, or for a provider that
 * has an outage and that it does not need.
 */
const nextIds =
  (needs: Needs): TaskEither<Unavailable, Next> =>
  async () => {
    const ripe = needs.putOff.take(needs.clock.now(), batch / 2);
    const drives = await ready(needs, 'drive', batch - ripe.length, ripe)();
    if (E.isLeft(drives)) return drives;
    const others: ProfileId[] = [];
    for (const kind of quick) {
      const some = await ready(needs, kind, batch, ripe)();
      if (E.isLeft(some)) return some;
      others.push(...some.right);
    }
    return E.right({ drives: [...ripe, ...drives.right], others });
  };

/**
 * Makes the sweep. Make it once, and run it periodically: it knows what waits for a purge, and when the next purge may
 * be. It erases last, because that may take long.
 */
export const sweepDue = (given: Omit<Needs, 'unfit'>): SweepDue => {
  const needs = { ...given, unfit: newPutOff() };
  const erase = eraseDue(needs);
  return () => async () => {
    // A profile that is no longer quarantined is due in the store, and is handled in the share of its kind.
    needs.unfit.take(needs.clock.now(), needs.unfit.size());
    const next = await nextIds(needs)();
    if (E.isLeft(next)) return next;
    const { drives, others } = next.right;
    const failures: ChangeError[] = [];
    const attended = attend(needs, failures);
    await Promise.all([inLanes(drives, attended), inLanes(others, attended)]);
    const erased = await erase()();
    if (E.isLeft(erased)) return erased;
    const seen = new Set([...drives, ...others, ...erased.right.seen]);
    return E.right({ seen: seen.size, failures: [...failures, ...erased.right.failures] });
  };
};
