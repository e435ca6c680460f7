import type { LivenessSessionEvidence } from '../../evidence/evidence.ts';
import { E, pipe, type TaskEither, TE } from '../../kernel/fp.ts';
import type { ProfileId } from '../../kernel/ids.ts';
import { monotonicNow } from '../../ports/clock.ts';
import { closingDueAt } from '../../profile/due.ts';
import { readDueAt, unreadSessions, withdrawnSessions } from '../../profile/open-session.ts';
import type { Profile } from '../../profile/profile.ts';
import { isOpen } from '../../profile/transitions.ts';
import { type Changed, type ChangeError, changeProfile, isoNow, loadFor } from '../access/change-profile.ts';
import { retryDelayMs } from './deferred-retries.ts';
import type { InProcessState } from './in-process-state.ts';
import { type ProcessVerification, processWhenSubmitted } from './process-verification.ts';
import {
  type FetchedSessions,
  fetchUnreadSessions,
  removeUnnamed,
  resultCommand,
  type SessionDeps,
  sessionRetryMs,
} from './session-results.ts';

export type EndingSessionDeps = SessionDeps &
  Pick<InProcessState, 'deferredRetries'> & { readonly processVerification: ProcessVerification };

/** Whether a liveness session of an open profile is at its end, and nobody has read it. */
export const hasEndingSession = (profile: Profile, now: string): boolean =>
  isOpen(profile.status) &&
  !profile.redaction &&
  now < profile.expiresAt &&
  unreadSessions(profile).some((session) => readDueAt(session) <= now);

/**
 * Reads the sessions of an open profile that are at their end, before the provider deletes them, and records how they
 * ended. A session that still runs is read again until its end, and so is one whose provider gives no answer: nothing
 * is recorded that was not answered.
 */
export const readEndingSessions = (deps: EndingSessionDeps, id: ProfileId): TaskEither<ChangeError, unknown> => {
  const defer = (ms: number): void => deps.deferredRetries.defer(id, monotonicNow(deps.clock) + ms);
  return pipe(
    loadFor(deps, null, id, 'read'),
    TE.flatMap((loaded) =>
      hasEndingSession(loaded.profile, isoNow(deps.clock))
        ? fetchUnreadSessions(deps, loaded, (session) => readDueAt(session) <= isoNow(deps.clock))
        : TE.right<ChangeError, FetchedSessions>({ snapshot: loaded, running: [], files: new Map() }),
    ),
    TE.flatMap(({ files, running, snapshot }): TaskEither<ChangeError, unknown> => {
      if (running.length > 0) defer(sessionRetryMs);
      return processWhenSubmitted(deps.processVerification, { ...snapshot, entries: [] }, [], files);
    }),
    TE.orElse((error): TaskEither<ChangeError, unknown> => {
      if (error._tag !== 'Unavailable' || error.service !== 'liveness') return TE.left(error);
      defer(retryDelayMs([error]));
      return TE.right(undefined);
    }),
  );
};

/** The sessions that are to be closed now: nobody may read them after a withdrawal of consent. */
const closableSessions = (profile: Profile, now: string): readonly LivenessSessionEvidence[] => {
  const due = closingDueAt(profile);
  return due !== null && due <= now ? (withdrawnSessions(profile)?.sessions ?? []) : [];
};

export const hasClosableSession = (profile: Profile, now: string): boolean =>
  !profile.redaction && closableSessions(profile, now).length > 0;

const expired = (session: LivenessSessionEvidence) =>
  resultCommand(session, [
    {
      kind: 'liveness_result',
      sessionId: session.sessionId,
      status: 'expired',
      confidence: null,
      challenge: null,
      referenceFileId: null,
    },
  ]);

/**
 * Closes the sessions of a profile that nobody may read after a withdrawal of consent. It removes the pictures that a
 * process may have left of them: one that ended after it stored the picture and before it recorded the result, or after
 * the withdrawal was recorded and before the picture was removed. Only then it records the sessions as expired, without
 * asking their provider, so that they stay due for as long as a picture could not be removed.
 */
export const closeSessions = (deps: SessionDeps, id: ProfileId): TaskEither<ChangeError, Changed> =>
  pipe(
    TE.Do,
    TE.bindW('loaded', () => loadFor(deps, null, id, 'read')),
    TE.bindW('removed', ({ loaded: { profile } }) =>
      removeUnnamed(deps, profile, closableSessions(profile, isoNow(deps.clock))),
    ),
    TE.flatMap(({ loaded: snapshot }) =>
      changeProfile(deps, {
        caller: null,
        id,
        purpose: 'write',
        snapshot,
        plan: ({ profile }) => E.right(closableSessions(profile, isoNow(deps.clock)).map(expired)),
      }),
    ),
  );
