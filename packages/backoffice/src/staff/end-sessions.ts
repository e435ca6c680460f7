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
  unavailable,
} from '@portcullis/domain/kernel';
import type { Clock } from '@portcullis/domain/ports';
import { damagedCount, isoNow } from '@portcullis/domain/use-cases';
import { useCase } from '../access/use-case.ts';
import type { StaffAccount, StaffDirectory } from '../ports/staff-directory.ts';
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
type Accounts = { readonly staffDirectory: Pick<StaffDirectory, 'find' | 'page' | 'replace'> };

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

/** How often an account is read again while its member signs in. */
const maxTries = 10;

const raiseGeneration = async (
  { staffDirectory }: Accounts,
  account: StaffAccount,
): Promise<Either<Unavailable, void>> => {
  let current = account;
  for (let tries = 1; tries <= maxTries; tries += 1) {
    const { generation, version } = current;
    const raised = { ...current, generation: generation + 1, version: version + 1 };
    const replaced = await staffDirectory.replace(raised)();
    if (E.isRight(replaced)) return replaced;
    if (replaced.left._tag === 'Unavailable') return E.left(replaced.left);
    const found = await staffDirectory.find(account.username)();
    if (E.isLeft(found)) return found;
    // Whatever removed it or ended its sessions meanwhile has done the same.
    if (found.right === null || found.right.generation > account.generation) return E.right(undefined);
    current = found.right;
  }
  return E.left(unavailable('database', 'a member signed in as often as their sessions were ended'));
};

/**
 * Raises the generation of every account that meets this, so that the row of a session that is ended then is none
 * again when it is put back. A damaged account admits nobody as it is.
 */
const raiseGenerations =
  (deps: Accounts, isMeant: (account: StaffAccount) => boolean): TaskEither<Unavailable, void> =>
  async () => {
    for (let after: string | null = ''; after !== null; ) {
      const page: Awaited<ReturnType<ReturnType<StaffDirectory['page']>>> = await deps.staffDirectory.page(after)();
      if (E.isLeft(page)) return page;
      for (const account of page.right.accounts.filter(isMeant)) {
        const raised = await raiseGeneration(deps, account);
        if (E.isLeft(raised)) return raised;
      }
      after = page.right.next;
    }
    return E.right(undefined);
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

/** Ends the sessions of a member of the caller's tenant, and answers how many; one without a session is not found. */
export type EndSessionsOf = (input: {
  readonly caller: StaffPrincipal;
  readonly staffId: string;
}) => TaskEither<Invalid | NotFound | Unavailable, number>;

export const endSessionsOf = useCase(
  'endSessionsOf',
  ['staffSessions', 'staffDirectory'],
  (deps: Ends & Accounts): EndSessionsOf =>
    ({ caller, staffId }) =>
    async () => {
      const raised = await raiseGenerations(
        deps,
        ({ member }) => member.staffId === staffId && isVisibleTo(caller.tenant, member.tenant),
      )();
      if (E.isLeft(raised)) return raised;
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
  (deps: Accounts & { readonly staffSessions: Pick<StaffSessions, 'page' | 'end' | 'endAll'> }): EndSessions =>
    (member) =>
    async () => {
      const account = member === null ? E.right(null) : await deps.staffDirectory.find(staffUsername(member))();
      if (E.isLeft(account)) return account;
      const staffId = account.right?.member.staffId ?? member;
      if (staffId !== null && !StaffId.is(staffId)) return E.left(notFound);
      const raised = await raiseGenerations(deps, (one) => staffId === null || one.member.staffId === staffId)();
      if (E.isLeft(raised)) return raised;
      return staffId === null ? endSessionsWhere(deps, () => true)() : deps.staffSessions.endAll(staffId)();
    },
);
