import {
  E,
  type Invalid,
  type InvalidCredentials,
  invalidCredentials,
  isOfOneRecord,
  type LimitReached,
  type TaskEither,
  type Unavailable,
} from '@portcullis/domain/kernel';
import type { Clock, IdGenerator } from '@portcullis/domain/ports';
import { clockFault, isoNow } from '@portcullis/domain/use-cases';
import { useCase } from '../access/use-case.ts';
import type { PasswordHasher } from '../ports/password-hasher.ts';
import type { StaffAccount, StaffDirectory } from '../ports/staff-directory.ts';
import type { StaffSessions } from '../ports/staff-sessions.ts';
import { isStill } from './session-life.ts';
import { recoveryDigest } from './staff-secrets.ts';
import { type StartedSession, startStaffSession } from './start-staff-session.ts';
import { acceptedTotpStep } from './totp.ts';

/** A password, and a code of the second factor or a recovery code. */
export type StaffCredentials = {
  readonly username: string;
  readonly password: string;
  readonly code: string | null;
  readonly recoveryCode: string | null;
  /** Whether somebody has signed in by this name at this address lately: their password has a place in the queue. */
  readonly isKnown?: boolean;
  /** The generation in the ticket that they show, which keeps a place too unless it is of before a reset. */
  readonly ticketAt?: number | null;
  /** The network from which they sign in, by any text that names it: strangers there have half of the queue at most. */
  readonly network?: string | null;
};

/**
 * Begins a session of a member of staff who proves who they are. Each fault is answered alike, and takes as long. A
 * code is accepted once, also where it is used twice at the same moment; changes of an account by another sign-in do
 * not keep a second one out. An account that is changed meanwhile otherwise is refused. It answers `LimitReached` where
 * too many sign in at once, and the counter of the tries does in its place.
 */
export type SignInStaff = (
  credentials: StaffCredentials,
) => TaskEither<Invalid | InvalidCredentials | LimitReached | Unavailable, StartedSession>;

type Deps = {
  readonly staffDirectory: Pick<StaffDirectory, 'find' | 'replace'>;
  readonly staffSessions: Pick<StaffSessions, 'insert' | 'end'>;
  readonly passwords: Pick<PasswordHasher, 'matches' | 'ofNobody'>;
  readonly ids: Pick<IdGenerator, 'salt'>;
  readonly clock: Clock;
  /** Whether a password alone is enough, as in a sandbox. */
  readonly skipsSecondFactor: boolean;
};

type UsedUp = Pick<StaffAccount, 'lastTotpStep' | 'recoveryDigests'>;

/** The rest of the second factor after this use of it; `null` where it is wrong. */
const useSecondFactor = (
  account: StaffAccount,
  { code, recoveryCode }: StaffCredentials,
  now: number,
  skips: boolean,
): UsedUp | null => {
  const { lastTotpStep, recoveryDigests, totpSecret, username } = account;
  if (code !== null) {
    const step = acceptedTotpStep(totpSecret, code, now, lastTotpStep);
    return step === null ? null : { lastTotpStep: step, recoveryDigests };
  }
  if (recoveryCode === null) return skips ? { lastTotpStep, recoveryDigests } : null;
  const used = recoveryDigest(username, recoveryCode);
  return recoveryDigests.includes(used)
    ? { lastTotpStep, recoveryDigests: recoveryDigests.filter((digest) => digest !== used) }
    : null;
};

/** The name as it is stored. */
export const staffUsername = (entered: string): string => entered.trim().toLowerCase();

/** How often a sign-in is tried while others sign in as the same member. */
const maxTries = 10;

/**
 * Uses up the second factor of an account whose password was right. Where another sign-in was faster, what that has
 * left of the account is looked at again: the same code is used up then, and another one is not.
 */
const consumeSecondFactor =
  (
    { clock, skipsSecondFactor, staffDirectory }: Deps,
    account: StaffAccount,
    credentials: StaffCredentials,
  ): TaskEither<InvalidCredentials | Unavailable, StaffAccount> =>
  async () => {
    let current = account;
    for (let tries = 1; tries <= maxTries; tries += 1) {
      const usedUp = useSecondFactor(current, credentials, clock.now(), skipsSecondFactor);
      if (usedUp === null) return E.left(invalidCredentials);
      const used = { ...current, ...usedUp, updatedAt: isoNow(clock), version: current.version + 1 };
      const replaced = await staffDirectory.replace(used)();
      if (E.isRight(replaced)) return E.right(used);
      if (replaced.left._tag === 'Unavailable') return E.left(replaced.left);
      const found = await staffDirectory.find(account.username)();
      if (E.isLeft(found)) return found;
      if (!isStill(found.right, account.generation, account.member)) break;
      current = found.right;
    }
    return E.left(invalidCredentials);
  };

/**
 * Answers a session that was begun if its account is still what it was, and ends it otherwise. Each change of an
 * account happens before the end of its sessions: either they find this one, or their change is found here.
 */
const confirmSession =
  (
    { staffDirectory, staffSessions }: Deps,
    account: StaffAccount,
    started: StartedSession,
  ): TaskEither<InvalidCredentials | Unavailable, StartedSession> =>
  async () => {
    const found = await staffDirectory.find(account.username)();
    if (E.isRight(found) && isStill(found.right, account.generation, account.member)) return E.right(started);
    // Nobody was told its secret, so that one that could not be ended opens nothing.
    const ended = await staffSessions.end(started.session.id)();
    if (E.isLeft(found)) return found;
    return E.isLeft(ended) ? ended : E.left(invalidCredentials);
  };

export const signInStaff = useCase(
  'signInStaff',
  ['staffDirectory', 'staffSessions', 'passwords', 'ids', 'clock', 'skipsSecondFactor'],
  (deps: Deps): SignInStaff =>
    (credentials) =>
    async () => {
      const fault = clockFault(deps.clock);
      if (fault) return E.left(fault);
      const found = await deps.staffDirectory.find(staffUsername(credentials.username))();
      if (E.isLeft(found) && !isOfOneRecord(found.left)) return found;
      // A row that does not open would tell a stranger that there is somebody of this name.
      const account = E.isLeft(found) ? null : found.right;
      const { matches, ofNobody } = deps.passwords;
      // Nobody who may not sign in any more keeps a place, wherever they are known.
      const { isKnown, network = null, password, ticketAt = null } = credentials;
      const isExpected = isKnown || (ticketAt !== null && ticketAt === account?.generation);
      const knownAs = isExpected && account?.isDisabled === false ? account.username : null;
      const compared = await matches(password, account?.passwordHash ?? ofNobody, { knownAs, network })();
      if (E.isLeft(compared)) return compared;
      if (account === null || account.isDisabled || !compared.right) return E.left(invalidCredentials);
      const used = await consumeSecondFactor(deps, account, credentials)();
      if (E.isLeft(used)) return used;
      const { generation, username } = used.right;
      const started = await startStaffSession(deps)(account.member, { account: { username, generation } })();
      return E.isLeft(started) ? started : confirmSession(deps, used.right, started.right)();
    },
);
