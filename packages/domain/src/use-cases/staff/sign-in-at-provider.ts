import { type InvalidCredentials, invalidCredentials, type Unavailable, unavailable } from '../../kernel/errors.ts';
import { E, type Either, type TaskEither } from '../../kernel/fp.ts';
import { deterministicId } from '../../kernel/hash.ts';
import type { RequestTrace } from '../../kernel/principal.ts';
import { staffRoles } from '../../kernel/staff-permissions.ts';
import type { Clock } from '../../ports/clock.ts';
import type { IdGenerator } from '../../ports/id-generator.ts';
import {
  type StaffClaims,
  type StaffProvider,
  type StaffSignInCause,
  type StaffSignInRefused,
  type StaffSignInStart,
  staffSignInRefused,
} from '../../ports/providers/staff-provider.ts';
import type { StaffIdentity, StaffSessions } from '../../ports/stores/staff-sessions.ts';
import { type StartedSession, startStaffSession } from './start-staff-session.ts';

/** Begins a sign-in at the provider of the operator. */
export type BeginStaffSignIn = (redirectUri: string) => TaskEither<Unavailable, StaffSignInStart>;

/** With what a browser has come back from the provider. */
export type StaffSignInAnswer = {
  /** The address at which it has come, with its query. */
  readonly answer: string;
  /** What the browser was given when it was sent there; `null` where it has nothing. */
  readonly transaction: string | null;
  readonly request: RequestTrace | null;
};

/**
 * Begins a session of whoever the provider has signed in. Whatever is wrong is answered alike; the cause goes to the
 * operator alone.
 */
export type FinishStaffSignIn = (
  given: StaffSignInAnswer,
) => TaskEither<InvalidCredentials | Unavailable, StartedSession>;

/** Called with the cause when a sign-in was refused. */
export type OnStaffSignInRefused = (cause: StaffSignInCause, request: RequestTrace | null) => void;

type Deps = {
  /** `null` where staff have their accounts here. */
  readonly staffProvider: StaffProvider | null;
  readonly staffSessions: Pick<StaffSessions, 'insert'>;
  readonly ids: Pick<IdGenerator, 'salt'>;
  readonly clock: Clock;
  readonly onStaffSignInRefused: OnStaffSignInRefused;
};

const maxNameLength = 100;

/**
 * The id of somebody in the ledger: always the same one for the same subject of the same issuer, and it says nothing
 * of them. One with letters alone could be a name.
 */
export const staffIdOf = ({ issuer, subject }: Pick<StaffClaims, 'issuer' | 'subject'>): string => {
  for (let round = 0; ; round += 1) {
    const id = deterministicId(JSON.stringify(['staff', issuer, subject, round])).slice(-12);
    if (/\d/.test(id)) return `staff-${id}`;
  }
};

/** Text of a provider that names a partner or a team. */
const isTenantName = (text: string): boolean => /^[^\p{Cc}]{1,200}$/u.test(text);

/** A name for people without what no name has. */
const nameFrom = (name: string | null): string =>
  [...(name ?? '').replace(/\p{Cc}/gu, '').trim()].slice(0, maxNameLength).join('');

/** Who somebody is here. Roles that are not ours mean nothing; without one of ours, or a partner, nobody comes in. */
export const staffIdentityOf = (claims: StaffClaims): Either<StaffSignInRefused, StaffIdentity> => {
  const { partnerId, teamId } = claims;
  const roles = staffRoles.filter((role) => claims.roles.includes(role));
  if (roles.length === 0) return E.left(staffSignInRefused('no_role'));
  if (partnerId === null) return E.left(staffSignInRefused('no_partner'));
  if (!isTenantName(partnerId) || (teamId !== null && !isTenantName(teamId)))
    return E.left(staffSignInRefused('claims_malformed'));
  const staffId = staffIdOf(claims);
  return E.right({ staffId, name: nameFrom(claims.name) || staffId, roles, tenant: { partnerId, teamId } });
};

const noProvider = unavailable('staff_identity', new Error('no provider is configured'), 'not_configured');

export const beginStaffSignIn =
  ({ staffProvider }: Pick<Deps, 'staffProvider'>): BeginStaffSignIn =>
  (redirectUri) =>
    staffProvider === null ? async () => E.left(noProvider) : staffProvider.begin(redirectUri);

const identify = async (
  provider: StaffProvider,
  { answer, transaction }: StaffSignInAnswer,
): Promise<Either<StaffSignInRefused | Unavailable, StaffIdentity>> => {
  if (transaction === null) return E.left(staffSignInRefused('transaction_missing'));
  const claims = await provider.finish(answer, transaction)();
  return E.isLeft(claims) ? claims : staffIdentityOf(claims.right);
};

export const finishStaffSignIn =
  (deps: Deps): FinishStaffSignIn =>
  (given) =>
  async () => {
    if (deps.staffProvider === null) return E.left(noProvider);
    const identity = await identify(deps.staffProvider, given);
    if (E.isRight(identity)) return startStaffSession(deps)(identity.right)();
    if (identity.left._tag === 'Unavailable') return E.left(identity.left);
    deps.onStaffSignInRefused(identity.left.cause, given.request);
    return E.left(invalidCredentials);
  };
