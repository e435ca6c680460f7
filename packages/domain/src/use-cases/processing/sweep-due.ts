import { mapConcurrent } from '../../kernel/concurrency/map-concurrent.ts';
import { concernsOneRecord, isOfStore, type Unavailable } from '../../kernel/errors.ts';
import { E, type Either, type TaskEither } from '../../kernel/fp.ts';
import type { ProfileId } from '../../kernel/ids.ts';
import { monotonicNow } from '../../ports/clock.ts';
import type { DueKind } from '../../ports/stores/profile-store.ts';
import { clockFault } from '../../ports/trusted-clock.ts';
import { dueAt } from '../../profile/due.ts';
import type { Profile } from '../../profile/profile.ts';
import { isAnnouncementDue, isPastRetention } from '../../profile/retention.ts';
import { type ChangeError, isoNow } from '../access/change-profile.ts';
import { changePorts, withPorts } from '../access/use-case.ts';
import { type DeferredRetries, newDeferredRetries } from './deferred-retries.ts';
import { dueFinder, type FindDue } from './due-profiles.ts';
import {
  closeSessions,
  type EndingSessionDeps,
  hasClosableSession,
  hasEndingSession,
  readEndingSessions,
} from './ending-sessions.ts';
import {
  announceDueErasure,
  type ErasureDeps,
  type ErasureResult,
  eraseDue,
  type ProfileFailure,
  requestDueErasure,
} from './erase-due.ts';

/** How many profiles were handled, and why the ones that failed did. */
export type SweepResult = { readonly seen: number; readonly failures: readonly ProfileFailure[] };

/**
 * Applies what has become due, processes submitted profiles, and erases. One of several instances does it; each of the
 * others retries what it knows of alone. `onHandled` is called after each profile, and after the erasures of the round.
 */
export type SweepDue = (onHandled?: () => void) => TaskEither<Unavailable, SweepResult>;

/** How many profiles one sweep handles for each kind of thing that may be due. */
const batch = 50;

/**
 * How long a profile waits that cannot be read, or erased: it stays due, and many of them would leave no room for
 * others.
 */
const unreadableMs = 60_000;

/** The pause before a profile is read again after the database gave no answer. */
const unansweredMs = 1000;

/** Whether it is this profile that fails. A store that fails for all of them is asked again as soon as it answers. */
const isUnreadable = (error: ChangeError): boolean =>
  error._tag === 'Unavailable' &&
  (isOfStore(error) ? concernsOneRecord(error) : error.kind === 'invalid_response' || error.kind === 'rejected');

const nothingErased: Either<never, ErasureResult> = E.right({ seen: [], failures: [] });

/**
 * `quarantined` has the profiles that cannot be read, or erased. They are separate, so that many of them do not
 * displace those that wait for a provider.
 */
type Deps = ErasureDeps &
  EndingSessionDeps & { readonly quarantined: DeferredRetries; readonly isSweeping: () => boolean };

/** `isSweeping` says whether this instance is the one that sweeps. Without it, it is the only instance. */
type SweepDeps = Omit<Deps, 'quarantined' | 'isSweeping'> & Partial<Pick<Deps, 'isSweeping'>>;

/** Something that is done for a profile that is due. */
type DueTask = (deps: Deps, id: ProfileId) => TaskEither<ChangeError, unknown>;

const processProfile: DueTask = ({ processVerification }, id) => processVerification(id);

/** The work for a profile that is due. One whose profile cannot be read is processed, which says why. */
const dueTask = (profile: Profile | null, now: string): DueTask => {
  if (!profile) return processProfile;
  if (isPastRetention(profile, now)) return requestDueErasure;
  if (isAnnouncementDue(profile, now)) return announceDueErasure;
  if (hasClosableSession(profile, now)) return closeSessions;
  return hasEndingSession(profile, now) ? readEndingSessions : processProfile;
};

/** The tasks that are not repeated at once when they fail: nothing else than time makes them due. */
const deferredTasks: readonly DueTask[] = [announceDueErasure, requestDueErasure, closeSessions];

/**
 * Announces the erasure of a profile whose retention time ends, and requests it a day later; closes the sessions that
 * nobody may read after a withdrawal of consent, and reads a liveness session at its end; any other profile is
 * processed. A profile with a requested erasure is left to `eraseDue`.
 */
const handle =
  (deps: Deps, seen: Set<ProfileId>, failures: ProfileFailure[]) =>
  async (id: ProfileId): Promise<void> => {
    seen.add(id);
    const found = await deps.profiles.getAny(id)();
    if (E.isRight(found) && found.right.redaction) return;
    const task = dueTask(E.isRight(found) ? found.right : null, isoNow(deps.clock));
    const done = await task(deps, id)();
    if (E.isRight(done)) return;
    failures.push({ id, cause: done.left });
    if (deferredTasks.includes(task) || isUnreadable(done.left))
      deps.quarantined.defer(id, monotonicNow(deps.clock) + unreadableMs);
  };

/** The kinds that are done at once, without a vendor, apart from a liveness session at its end. */
const vendorFreeKinds: readonly DueKind[] = ['expiry', 'lapse', 'retention'];

type Next = Readonly<Record<'retries' | 'toProcess' | 'others', readonly ProfileId[]>>;

/**
 * Lists the deferred profiles whose time has come, and the due ones. Each kind has its own share, and half of the share
 * for processing is for deferred profiles, so that no profile waits for many of another kind, or for a provider that
 * has an outage and that it does not need.
 */
const nextIds =
  ({ clock, deferredRetries, isSweeping }: Deps, findDue: FindDue): TaskEither<Unavailable, Next> =>
  async () => {
    const retries = deferredRetries.takeDue(monotonicNow(clock), batch / 2);
    if (!isSweeping()) return E.right({ retries, toProcess: [], others: [] });
    const toProcess = await findDue('drive', batch - retries.length, retries)();
    if (E.isLeft(toProcess)) return toProcess;
    const others: ProfileId[] = [];
    for (const kind of vendorFreeKinds) {
      const some = await findDue(kind, batch, retries)();
      if (E.isLeft(some)) return some;
      others.push(...some.right);
    }
    return E.right({ retries, toProcess: toProcess.right, others });
  };

/**
 * Handles a deferred profile while another instance sweeps, as long as it is due later in the store, because no other
 * instance knows of the retry. Once it is due in the store, the instance that sweeps finds it there.
 */
const handleAhead =
  (deps: Deps, handleOne: (id: ProfileId) => Promise<void>) =>
  async (id: ProfileId): Promise<void> => {
    const found = await deps.profiles.getAny(id)();
    if (E.isLeft(found)) {
      if (found.left._tag === 'Unavailable' && !isUnreadable(found.left))
        deps.deferredRetries.defer(id, monotonicNow(deps.clock) + unansweredMs);
      return;
    }
    const due = dueAt(found.right);
    if (due !== null && due > isoNow(deps.clock)) await handleOne(id);
  };

/**
 * Makes the sweep. Make it once, and run it periodically: it knows what waits for a purge, and when the next purge may
 * be. It erases last, because that may take long. It does nothing, and answers `Unavailable`, while the clock is not
 * believed.
 */
export const sweepDue = withPorts(
  'sweepDue',
  [...changePorts, 'eraser', 'files', 'liveness', 'deferredRetries', 'processVerification'],
  (baseDeps: SweepDeps): SweepDue => {
    const deps: Deps = { isSweeping: () => true, ...baseDeps, quarantined: newDeferredRetries() };
    const { isSweeping } = deps;
    const findDue = dueFinder(deps);
    const erase = eraseDue(deps);
    return (handled) => async () => {
      // A program in JavaScript may hand in anything, and a task never rejects.
      const onHandled = typeof handled === 'function' ? handled : undefined;
      const fault = clockFault(deps.clock);
      if (fault) return E.left(fault);
      // A profile that is no longer quarantined is due in the store, and is handled in the share of its kind.
      deps.quarantined.takeDue(monotonicNow(deps.clock), deps.quarantined.size());
      const next = await nextIds(deps, findDue)();
      if (E.isLeft(next)) return next;
      const { others, retries, toProcess } = next.right;
      const seen = new Set<ProfileId>();
      const failures: ProfileFailure[] = [];
      const handleNext = handle(deps, seen, failures);
      const handleAny = (id: ProfileId) => handleNext(id).finally(onHandled);
      const handleOther = handleAhead(deps, handleAny);
      // The lease may be lost meanwhile: then this instance goes on with what it knows of alone.
      const handleOne = (id: ProfileId): Promise<void> => (isSweeping() ? handleAny(id) : handleOther(id));
      await Promise.all([mapConcurrent([...retries, ...toProcess], handleOne), mapConcurrent(others, handleOne)]);
      const erased = isSweeping() ? await erase()() : nothingErased;
      onHandled?.();
      if (E.isLeft(erased)) return erased;
      for (const id of erased.right.seen) seen.add(id);
      return E.right({ seen: seen.size, failures: [...failures, ...erased.right.failures] });
    };
  },
);
