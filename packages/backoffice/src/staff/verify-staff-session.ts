import {
  E,
  type Invalid,
  type NoSession,
  noSession,
  orWhereDamaged,
  pipe,
  type StaffPrincipal,
  type TaskEither,
  TE,
  type Unavailable,
} from '@portcullis/domain/kernel';
import type { Clock } from '@portcullis/domain/ports';
import { clockFault } from '@portcullis/domain/use-cases';
import { useCase } from '../access/use-case.ts';
import type { StaffDirectory } from '../ports/staff-directory.ts';
import type { StaffSession, StaffSessions } from '../ports/staff-sessions.ts';
import { idleEndOf, isStill, sessionAheadMs, sessionKeyOf, sessionTouchMs } from './session-life.ts';

/**
 * Answers whose session this is, by its secret. A session that was ended is refused by the next request, on every
 * instance: nothing is kept in memory. It answers `Unavailable` while the clock is not believed.
 */
export type VerifyStaffSession = (secret: string) => TaskEither<Invalid | NoSession | Unavailable, StaffPrincipal>;

/** The member of a session, and its end. */
export type StaffMemberView = {
  readonly caller: StaffPrincipal;
  readonly expiresAt: string;
  /** When it ends unless it is used again. */
  readonly idleExpiresAt: string;
};

/** Reads the session by which a member of staff calls. */
export type ReadStaffMember = (
  caller: StaffPrincipal,
) => TaskEither<Invalid | NoSession | Unavailable, StaffMemberView>;

/**
 * Ends the session by which a member of staff calls. Nobody calls by one whose row does not open: that is ended by its
 * secret, which nobody else knows, and any other secret ends none.
 */
export type EndStaffSession = (caller: StaffPrincipal | string) => TaskEither<Invalid | NoSession | Unavailable, void>;

type Deps = {
  readonly staffSessions: StaffSessions;
  readonly staffDirectory: Pick<StaffDirectory, 'find'>;
  readonly clock: Clock;
};

/** The caller whose session it is. */
export const principalOf = ({ id, member }: StaffSession): StaffPrincipal => ({
  kind: 'staff',
  ...member,
  sessionId: id,
});

/** Whether a session lasts at this time (ISO 8601). One whose last use is yet to come was changed by somebody else. */
const lasts = (session: StaffSession, now: string): boolean =>
  now < idleEndOf(session) && Date.parse(session.usedAt) <= Date.parse(now) + sessionAheadMs;

/** A session whose row does not open is none: its member signs in again. */
const findWhole = ({ find }: Pick<StaffSessions, 'find'>, id: string): TaskEither<Unavailable, StaffSession | null> =>
  pipe(
    find(id),
    orWhereDamaged(() => TE.right(null)),
  );

/**
 * Whether nobody has ended the sessions of its account since it began, or disabled that: the row of an ended session
 * can be put back, and says nothing of it. A session of a provider has no account here.
 */
const isOfItsAccount = (
  { staffDirectory }: Pick<Deps, 'staffDirectory'>,
  { account: origin, member }: StaffSession,
): TaskEither<Unavailable, boolean> =>
  origin === undefined
    ? TE.right(true)
    : pipe(
        staffDirectory.find(origin.username),
        orWhereDamaged(() => TE.right(null)),
        TE.map((account) => isStill(account, origin.generation, member)),
      );

export const verifyStaffSession = useCase(
  'verifyStaffSession',
  ['staffSessions', 'staffDirectory', 'clock'],
  ({ clock, staffDirectory, staffSessions }: Deps): VerifyStaffSession =>
    (secret) =>
    async () => {
      const key = sessionKeyOf(secret);
      if (key === null) return E.left(noSession);
      const fault = clockFault(clock);
      if (fault) return E.left(fault);
      const found = await findWhole(staffSessions, key.id)();
      if (E.isLeft(found)) return found;
      const session = found.right;
      const now = new Date(clock.now()).toISOString();
      if (session?.secretDigest !== key.secretDigest || !lasts(session, now)) return E.left(noSession);
      const isCurrent = await isOfItsAccount({ staffDirectory }, session)();
      if (E.isLeft(isCurrent)) return isCurrent;
      if (!isCurrent.right) return E.left(noSession);
      if (Date.parse(now) - Date.parse(session.usedAt) < sessionTouchMs) return E.right(principalOf(session));
      const touched = await staffSessions.touch(session.id, now)();
      return E.isLeft(touched) ? touched : E.right(principalOf(session));
    },
);

export const readStaffMember = useCase(
  'readStaffMember',
  ['staffSessions'],
  ({ staffSessions }: Pick<Deps, 'staffSessions'>): ReadStaffMember =>
    (caller) =>
      pipe(
        findWhole(staffSessions, caller.sessionId),
        TE.flatMap((session) =>
          session === null
            ? TE.left(noSession)
            : TE.right({ caller, expiresAt: session.endsAt, idleExpiresAt: idleEndOf(session) }),
        ),
      ),
);

/** Ends the session with this secret if its row does not open. */
const endDamaged =
  ({ end, find }: Pick<StaffSessions, 'end' | 'find'>, secret: string): TaskEither<NoSession | Unavailable, void> =>
  async () => {
    const key = sessionKeyOf(secret);
    if (key === null) return E.left(noSession);
    const found = await find(key.id)();
    return E.isRight(found) ? E.left(noSession) : orWhereDamaged(() => end(key.id))(TE.left(found.left))();
  };

export const endStaffSession = useCase(
  'endStaffSession',
  ['staffSessions'],
  ({ staffSessions }: { readonly staffSessions: Pick<StaffSessions, 'end' | 'find'> }): EndStaffSession =>
    (caller) =>
      typeof caller === 'string' ? endDamaged(staffSessions, caller) : staffSessions.end(caller.sessionId),
);
