import {
  E,
  type Either,
  type Invalid,
  isVisibleTo,
  type NotFound,
  notFound,
  type StaffPrincipal,
  type TaskEither,
  type Unavailable,
} from '@portcullis/domain/kernel';
import type { Clock } from '@portcullis/domain/ports';
import { damagedCount, isoNow } from '@portcullis/domain/use-cases';
import { useCase } from '../access/use-case.ts';
import type { StaffDirectory } from '../ports/staff-directory.ts';
import {
  type ListedSession,
  StaffId,
  type StaffIdentity,
  type StaffSession,
  type StaffSessions,
} from '../ports/staff-sessions.ts';
import { idleEndOf } from './session-life.ts';
import { staffUsername } from './sign-in-staff.ts';

type Reads = { readonly staffSessions: Pick<StaffSessions, 'page'> };
type Ends = { readonly staffSessions: Pick<StaffSessions, 'page' | 'end'> };

/** Reads all sessions, page by page, in the order of their ids. */
const readSessions = async (
  { staffSessions }: Reads,
  use: (page: readonly ListedSession[]) => Promise<Either<Unavailable, void>>,
): Promise<Either<Unavailable, void>> => {
  for (let after: string | null = ''; after !== null; ) {
    const page: Awaited<ReturnType<ReturnType<StaffSessions['page']>>> = await staffSessions.page(after)();
    if (E.isLeft(page)) return page;
    const used = await use(page.right.sessions);
    if (E.isLeft(used)) return used;
    after = page.right.next;
  }
  return E.right(undefined);
};

/** Ends every session that meets this, also while people sign in, and answers how many there were. */
export const endSessionsWhere =
  (deps: Ends, isMeant: (listed: ListedSession) => boolean): TaskEither<Unavailable, number> =>
  async () => {
    let count = 0;
    const read = await readSessions(deps, async (page) => {
      for (const { id } of page.filter(isMeant)) {
        const ended = await deps.staffSessions.end(id)();
        if (E.isLeft(ended)) return ended;
        count += 1;
      }
      return E.right(undefined);
    });
    return E.isLeft(read) ? read : E.right(count);
  };

/** Whether a session is one that those who look after the service for a tenant may see and end. */
const isOf =
  ({ tenant }: StaffPrincipal) =>
  (session: StaffSession | null): session is StaffSession =>
    session !== null && isVisibleTo(tenant, session.member.tenant);

/** A member who is signed in, by how many sessions, since when, and when they have used one last (ISO 8601). */
export type SignedInMember = {
  readonly member: StaffIdentity;
  readonly sessions: number;
  readonly since: string;
  readonly usedAt: string;
};

/**
 * The members of the tenant who are signed in, also those of an identity provider, by their ids. `damaged` counts the
 * sessions of any tenant that do not open: nobody is admitted by them, and the operator alone ends them.
 */
export type ListSignedIn = (
  caller: StaffPrincipal,
) => TaskEither<Invalid | Unavailable, { readonly members: readonly SignedInMember[]; readonly damaged?: number }>;

const withSession = (before: SignedInMember | undefined, session: StaffSession): SignedInMember => {
  const { createdAt, member, usedAt } = session;
  if (before === undefined) return { member, sessions: 1, since: createdAt, usedAt };
  return {
    member,
    sessions: before.sessions + 1,
    since: createdAt < before.since ? createdAt : before.since,
    usedAt: usedAt > before.usedAt ? usedAt : before.usedAt,
  };
};

export const listSignedIn = useCase(
  'listSignedIn',
  ['staffSessions', 'clock'],
  ({ clock, staffSessions }: Reads & { readonly clock: Clock }): ListSignedIn =>
    (caller) =>
    async () => {
      const now = isoNow(clock);
      const members = new Map<string, SignedInMember>();
      let damaged = 0;
      const read = await readSessions({ staffSessions }, async (page) => {
        damaged += page.filter(({ session }) => session === null).length;
        for (const session of page.map((listed) => listed.session).filter(isOf(caller)))
          if (now < idleEndOf(session))
            members.set(session.member.staffId, withSession(members.get(session.member.staffId), session));
        return E.right(undefined);
      });
      if (E.isLeft(read)) return read;
      const sorted = [...members.values()].sort((a, b) => (a.member.staffId < b.member.staffId ? -1 : 1));
      return E.right({ members: sorted, ...damagedCount(damaged) });
    },
);

/** Ends the sessions of a member of the caller's tenant. A member without an account there is not found. */
export type EndSessionsOf = (input: {
  readonly caller: StaffPrincipal;
  readonly staffId: string;
}) => TaskEither<Invalid | NotFound | Unavailable, number>;

export const endSessionsOf = useCase(
  'endSessionsOf',
  ['staffSessions'],
  (deps: Ends): EndSessionsOf =>
    ({ caller, staffId }) =>
    async () => {
      const ended = await endSessionsWhere(deps, (one) => one.staffId === staffId && isOf(caller)(one.session))();
      return E.isRight(ended) && ended.right === 0 ? E.left(notFound) : ended;
    },
);

/**
 * Ends the sessions of a member of any tenant, by the name with which they sign in here, or by their id, which alone
 * those of an identity provider have; `null` is everybody. Sessions whose rows do not open end, too.
 */
export type EndSessions = (member: string | null) => TaskEither<Invalid | NotFound | Unavailable, number>;

export const endSessions = useCase(
  'endSessions',
  ['staffSessions', 'staffDirectory'],
  (deps: Ends & { readonly staffDirectory: Pick<StaffDirectory, 'find'> }): EndSessions =>
    (member) =>
    async () => {
      const account = member === null ? E.right(null) : await deps.staffDirectory.find(staffUsername(member))();
      if (E.isLeft(account)) return account;
      const staffId = account.right?.member.staffId ?? member;
      if (staffId !== null && !StaffId.is(staffId)) return E.left(notFound);
      return endSessionsWhere(deps, (one) => staffId === null || one.staffId === staffId)();
    },
);
