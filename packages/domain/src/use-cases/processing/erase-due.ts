import { mapConcurrent } from '../../kernel/concurrency/map-concurrent.ts';
import type { Unavailable } from '../../kernel/errors.ts';
import { E, type TaskEither } from '../../kernel/fp.ts';
import type { ProfileId } from '../../kernel/ids.ts';
import { monotonicNow } from '../../ports/clock.ts';
import type { Eraser } from '../../ports/stores/eraser.ts';
import { type DueProfile, maxDueRows } from '../../ports/stores/profile-store.ts';
import { dueAt } from '../../profile/due.ts';
import type { Profile, Redaction } from '../../profile/profile.ts';
import { isAnnouncementDue, isPastRetention } from '../../profile/retention.ts';
import { changeForErasure, type ErasingCommand } from '../access/change-for-erasure.ts';
import { type ChangeDeps, type ChangeError, isoNow } from '../access/change-profile.ts';
import { actorOf } from '../access/flow-token.ts';
import { newDeferredRetries } from './deferred-retries.ts';

export type ErasureDeps = ChangeDeps & { readonly eraser: Eraser };

/** Why something failed, and for which profile; `id` is `null` for what is done for many of them together. */
export type ProfileFailure = { readonly id: ProfileId | null; readonly cause: ChangeError };

/** The handled profiles, and the reasons of failures. */
export type ErasureResult = { readonly seen: readonly ProfileId[]; readonly failures: readonly ProfileFailure[] };

/** Continues the erasures that were requested. */
export type EraseDue = () => TaskEither<never, ErasureResult>;

/**
 * How long an erasure, or a purge, waits after a failure; and after how long the search for erasures starts from the
 * beginning.
 */
const retryMs = 60_000;

/** Purging may block writers, so it takes at most this share of the time. */
const maxPurgeShare = 1 / 20;

/** For how many profiles one round erases what is kept besides them. */
const erasedAtOnce = 25;

/** In how many ledgers one round records that the erasure is complete. */
const completedAtOnce = 100;

/** How many may wait for a purge: only this process knows them, and they are erased again when it crashes. */
const maxUnpurged = 10_000;

/**
 * Announces the erasure of a profile whose retention time ends in a day, or has ended without an announcement.
 */
export const announceDueErasure = (deps: ChangeDeps, id: ProfileId): TaskEither<ChangeError, Profile> => {
  const plan = (stored: Profile): ErasingCommand | null => {
    const at = isoNow(deps.clock);
    if (!isAnnouncementDue(stored, at)) return null;
    return { id: `announced/${stored.version}`, actor: actorOf(null), action: { type: 'announce_erasure', at } };
  };
  return changeForErasure(deps, { caller: null, id, plan });
};

/**
 * Requests the erasure of a profile whose retention time has ended as was announced, unless a hold prevents it, or
 * somebody has revoked it meanwhile.
 */
export const requestDueErasure = (deps: ChangeDeps, id: ProfileId): TaskEither<ChangeError, Profile> => {
  const command = { id: 'retention', actor: actorOf(null), action: { type: 'erase', because: 'retention' } } as const;
  const plan = (stored: Profile) => (isPastRetention(stored, isoNow(deps.clock)) ? command : null);
  return changeForErasure(deps, { caller: null, id, plan });
};

/**
 * How far an erasure was when the data besides its profile were erased: the time at which it was completed, or `null`.
 */
type CompletedAt = Redaction['completedAt'];

/** Records that an erasure is complete, unless another instance has: an erasure after that one is not complete yet. */
const recordCompletion = (deps: ChangeDeps, id: ProfileId, step: CompletedAt): TaskEither<ChangeError, Profile> => {
  const command = { id: `erased/${step ?? ''}`, actor: actorOf(null), action: { type: 'erased' } } as const;
  const plan = ({ redaction }: Profile) => (redaction?.completedAt === step ? command : null);
  return changeForErasure(deps, { caller: null, id, plan });
};

/**
 * Erases the records beside a profile. It answers `undefined` if the profile is not to be erased, or not now: an
 * erasure that another instance has completed meanwhile is confirmed by a later round.
 */
const eraseBeside =
  (deps: ErasureDeps, id: ProfileId): TaskEither<ChangeError, CompletedAt | undefined> =>
  async () => {
    const found = await deps.profiles.getAny(id)();
    if (E.isLeft(found)) return found;
    const { redaction } = found.right;
    const due = dueAt(found.right);
    if (!redaction || due === null || due > isoNow(deps.clock)) return E.right(undefined);
    const erased = await deps.eraser.erase(found.right)();
    return E.isLeft(erased) ? erased : E.right(redaction.completedAt);
  };

/** Purges, unless the last purge took so long, or failed, that it is too early; then it answers `false`. */
const throttledPurge = ({ clock, eraser }: ErasureDeps): TaskEither<Unavailable, boolean> => {
  let notBefore = 0;
  return async () => {
    const began = monotonicNow(clock);
    if (began < notBefore) return E.right(false);
    const done = await eraser.purge()();
    const ended = monotonicNow(clock);
    notBefore = ended + Math.max((ended - began) / maxPurgeShare, E.isLeft(done) ? retryMs : 0);
    return E.isLeft(done) ? done : E.right(true);
  };
};

type ReportFailure = (why: ChangeError, id: ProfileId | null) => void;
type IsSkipped = (id: ProfileId) => boolean;

/**
 * Lists the profiles that are to be erased, some in each round. It continues where it stopped, so that those that wait
 * for a purge are not read again and again. It starts from the beginning every minute, and on `restart`.
 */
const erasureCursor = ({ clock, profiles }: ErasureDeps, skips: IsSkipped) => {
  let last: DueProfile | null = null;
  let begun = 0;
  const restart = (): void => {
    last = null;
    begun = monotonicNow(clock);
  };
  const next: TaskEither<Unavailable, readonly ProfileId[]> = async () => {
    if (monotonicNow(clock) >= begun + retryMs) restart();
    const found: ProfileId[] = [];
    for (let limit = erasedAtOnce; ; limit = maxDueRows) {
      const rows = await profiles.due(isoNow(clock), limit, { kind: 'erasure', after: last })();
      if (E.isLeft(rows)) return rows;
      for (const row of rows.right) {
        if (found.length === erasedAtOnce) break;
        last = row;
        if (!skips(row.id)) found.push(row.id);
      }
      if (found.length > 0 || rows.right.length < limit) return E.right(found);
    }
  };
  return { restart, next };
};

/**
 * Erases what is kept besides the profiles, some in each round. Then it purges once for all that were erased since the
 * last time, and only then records in their ledgers that the erasure is complete. An erasure that is not recorded there
 * yet stays due in the store: any instance tries it again later, also when this one crashes.
 */
export const eraseDue = (deps: ErasureDeps): EraseDue => {
  const unpurged = new Map<ProfileId, CompletedAt>();
  const purged = new Map<ProfileId, CompletedAt>();
  const failedRetries = newDeferredRetries();
  const purge = throttledPurge(deps);
  const { restart, next } = erasureCursor(deps, (id) => unpurged.has(id) || purged.has(id) || failedRetries.has(id));
  const eraseSome = async (seen: Set<ProfileId>, reportFailure: ReportFailure): Promise<void> => {
    const ids = await next();
    if (E.isLeft(ids)) return reportFailure(ids.left, null);
    await mapConcurrent(ids.right, async (id) => {
      seen.add(id);
      const done = await eraseBeside(deps, id)();
      if (E.isLeft(done)) reportFailure(done.left, id);
      else if (done.right !== undefined) unpurged.set(id, done.right);
    });
  };
  const purgeAll = async (): Promise<Unavailable | null> => {
    const done = unpurged.size > 0 ? await purge() : E.right(false);
    if (E.isLeft(done)) return done.left;
    if (!done.right) return null;
    for (const [id, step] of unpurged) purged.set(id, step);
    unpurged.clear();
    restart();
    return null;
  };
  return () => async () => {
    const failures: ProfileFailure[] = [];
    const seen = new Set<ProfileId>();
    const reportFailure: ReportFailure = (cause, id) => {
      failures.push({ id, cause });
      if (id !== null) failedRetries.defer(id, monotonicNow(deps.clock) + retryMs);
    };
    failedRetries.takeDue(monotonicNow(deps.clock), failedRetries.size());
    if (unpurged.size < maxUnpurged) await eraseSome(seen, reportFailure);
    const failure = await purgeAll();
    if (failure) reportFailure(failure, null);
    await mapConcurrent([...purged].slice(0, completedAtOnce), async ([id, step]) => {
      seen.add(id);
      purged.delete(id);
      const done = await recordCompletion(deps, id, step)();
      if (E.isLeft(done)) reportFailure(done.left, id);
    });
    return E.right({ seen: [...seen], failures });
  };
};
