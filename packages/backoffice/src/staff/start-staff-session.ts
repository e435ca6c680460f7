import { E, type Invalid, type TaskEither, type Unavailable } from '@portcullis/domain/kernel';
import type { Clock, IdGenerator } from '@portcullis/domain/ports';
import { clockFault } from '@portcullis/domain/use-cases';
import { useCase } from '../access/use-case.ts';
import type { StaffIdentity, StaffSession, StaffSessions } from '../ports/staff-sessions.ts';
import { sessionKeyOf, sessionLifetimeMs } from './session-life.ts';

/** A session that begins, with the secret by which its browser is known. */
export type StartedSession = { readonly secret: string; readonly session: StaffSession };

/** Begins a session of a member of staff who has proved who they are: by an account here, or at a provider. */
export type StartStaffSession = (
  member: StaffIdentity,
  origin?: Pick<StaffSession, 'account' | 'providerSession'>,
) => TaskEither<Invalid | Unavailable, StartedSession>;

type Deps = {
  readonly staffSessions: Pick<StaffSessions, 'insert'>;
  readonly ids: Pick<IdGenerator, 'salt'>;
  readonly clock: Clock;
};

export const startStaffSession = useCase(
  'startStaffSession',
  ['staffSessions', 'ids', 'clock'],
  ({ clock, ids, staffSessions }: Deps): StartStaffSession =>
    (member, origin) =>
    async () => {
      const fault = clockFault(clock);
      if (fault) return E.left(fault);
      const secret = ids.salt();
      const key = sessionKeyOf(secret);
      if (key === null) throw new Error('the generator of secrets made something else');
      const now = clock.now();
      const createdAt = new Date(now).toISOString();
      const endsAt = new Date(now + sessionLifetimeMs).toISOString();
      const session: StaffSession = {
        ...key,
        member,
        ...origin,
        createdAt,
        usedAt: createdAt,
        endsAt,
      };
      const inserted = await staffSessions.insert(session)();
      return E.isLeft(inserted) ? inserted : E.right({ secret, session });
    },
);
