import type { Unavailable } from '../../errors.ts';
import { E, pipe, type TaskEither, TE } from '../../fp.ts';
import type { ProfileId } from '../../ids.ts';
import type { Eraser } from '../../ports/stores/eraser.ts';
import { type Due, mostDueRows } from '../../ports/stores/profile-store.ts';
import { isPastRetention } from '../../profile/changes/retention.ts';
import { dueAt } from '../../profile/due.ts';
import type { Profile, Redaction } from '../../profile/profile.ts';
import { actorOf } from '../flow/flow-access.ts';
import { type ChangeError, type ChangeNeeds, changeErasing, nowOf } from './change-profile.ts';
import { inLanes } from './in-turn.ts';
import { newPutOff } from './put-off.ts';

export type EraseNeeds = ChangeNeeds & { readonly eraser: Eraser };

/** Which profiles were handled, and why those failed that did. */
export type Erased = { readonly seen: readonly ProfileId[]; readonly failures: readonly ChangeError[] };

/** Continues the erasures that were requested. */
export type EraseDue = () => TaskEither<never, Erased>;

/**
 * How long an erasure, or a purge, waits after a failure; and after how long the search for erasures starts from the
 * beginning.
 */
const againMs = 60_000;

/** Purging may block writers, so it takes at most this share of the time. */
const share = 1 / 20;

/** For how many profiles one round erases what is kept besides them. */
const erasedAtOnce = 25;

/** In how many ledgers one round records that the erasure is complete. */
const completedAtOnce = 100;

/** How many may wait for a purge: only this process knows them, and they are erased again when it crashes. */
const mostGone = 10_000;

/** Requests the erasure of a profile whose retention time has ended, unless a hold prevents it meanwhile. */
export const requestDueErasure = (needs: ChangeNeeds, id: ProfileId): TaskEither<ChangeError, Profile> => {
  const command = { id: 'retention', actor: actorOf(null), action: { type: 'erase', because: 'retention' } } as const;
  const plan = (stored: Profile) => (isPastRetention(stored, nowOf(needs.clock)) ? command : null);
  return changeErasing(needs, { caller: null, id, plan });
};

/**
 * How far an erasure was when the data besides its profile were erased: the time at which it was completed, or `null`.
 */
type Step = Redaction['completedAt'];

/** Records that an erasure is complete, unless somebody else did: what comes after that is not done yet. */
const completed = (needs: ChangeNeeds, id: ProfileId, step: Step): TaskEither<ChangeError, Profile> => {
  const command = { id: `erased/${step ?? ''}`, actor: actorOf(null), action: { type: 'erased' } } as const;
  const plan = ({ redaction }: Profile) => (redaction?.completedAt === step ? command : null);
  return changeErasing(needs, { caller: null, id, plan });
};

/**
 * Erases what is kept besides a profile. It answers `undefined` when the profile is not to be erased, or not now: an
 * erasure that another instance has completed meanwhile is confirmed by a later round.
 */
const erased = (needs: EraseNeeds, id: ProfileId): TaskEither<ChangeError, Step | undefined> =>
  pipe(
    needs.profiles.getAny(id),
    TE.flatMap((profile): TaskEither<ChangeError, Step | undefined> => {
      const { redaction } = profile;
      const due = dueAt(profile);
      if (!redaction || due === null || due > nowOf(needs.clock)) return TE.right(undefined);
      return TE.map(() => redaction.completedAt)(needs.eraser.erase(profile));
    }),
  );

/** Purges, unless the last purge took so long, or failed, that it is too early; then it answers `false`. */
const paced = ({ clock, eraser }: EraseNeeds): TaskEither<Unavailable, boolean> => {
  let notBefore = 0;
  return async () => {
    const began = clock.now();
    if (began < notBefore) return E.right(false);
    const done = await eraser.scrub()();
    const ended = clock.now();
    notBefore = ended + Math.max((ended - began) / share, E.isLeft(done) ? againMs : 0);
    return E.isLeft(done) ? done : E.right(true);
  };
};

type Fails = (why: ChangeError, id: ProfileId | null) => void;
type Skips = (id: ProfileId) => boolean;

/**
 * Lists the profiles that are to be erased, some in each round. It continues where it stopped, so that those that wait
 * for a purge are not read again and again. It starts from the beginning every minute, and on `restart`.
 */
const walk = ({ clock, profiles }: EraseNeeds, skips: Skips) => {
  let last: Due | null = null;
  let begun = 0;
  const anew = (): void => {
    last = null;
    begun = clock.now();
  };
  const next: TaskEither<Unavailable, readonly ProfileId[]> = async () => {
    if (clock.now() >= begun + againMs) anew();
    const found: ProfileId[] = [];
    for (let limit = erasedAtOnce; ; limit = mostDueRows) {
      const rows = await profiles.due(nowOf(clock), limit, { kind: 'erasure', after: last })();
      if (E.isLeft(rows)) return rows;
      for (const row of rows.right) {
        if (found.length === erasedAtOnce) break;
        last = row;
        if (!skips(row.id)) found.push(row.id);
      }
      if (found.length > 0 || rows.right.length < limit) return E.right(found);
    }
  };
  return { anew, next };
};

/**
 * Erases what is kept besides the profiles, some in each round. Then it purges once for all that were erased since the
 * last time, and only then records in their ledgers that the erasure is complete. What is not recorded there yet stays
 * due in the store: any instance tries it again later, also when this one crashes.
 */
export const eraseDue = (needs: EraseNeeds): EraseDue => {
  const gone = new Map<ProfileId, Step>();
  const scrubbed = new Map<ProfileId, Step>();
  const failed = newPutOff();
  const scrub = paced(needs);
  const { anew, next } = walk(needs, (id) => gone.has(id) || scrubbed.has(id) || failed.has(id));
  const eraseSome = async (seen: Set<ProfileId>, fails: Fails): Promise<void> => {
    const ids = await next();
    if (E.isLeft(ids)) return fails(ids.left, null);
    await inLanes(ids.right, async (id) => {
      seen.add(id);
      const done = await erased(needs, id)();
      if (E.isLeft(done)) fails(done.left, id);
      else if (done.right !== undefined) gone.set(id, done.right);
    });
  };
  const scrubAll = async (): Promise<Unavailable | null> => {
    const done = gone.size > 0 ? await scrub() : E.right(false);
    if (E.isLeft(done)) return done.left;
    if (!done.right) return null;
    for (const [id, step] of gone) scrubbed.set(id, step);
    gone.clear();
    anew();
    return null;
  };
  return () => async () => {
    const failures: ChangeError[] = [];
    const seen = new Set<ProfileId>();
    const fails = (why: ChangeError, id: ProfileId | null): void => {
      failures.push(why);
      if (id !== null) failed.until(id, needs.clock.now() + againMs);
    };
    failed.take(needs.clock.now(), failed.size());
    if (gone.size < mostGone) await eraseSome(seen, fails);
    const why = await scrubAll();
    if (why) fails(why, null);
    await inLanes([...scrubbed].slice(0, completedAtOnce), async ([id, step]) => {
      seen.add(id);
      scrubbed.delete(id);
      const done = await completed(needs, id, step)();
      if (E.isLeft(done)) fails(done.left, id);
    });
    return E.right({ seen: [...seen], failures });
  };
};
