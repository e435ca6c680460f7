import {
  canonicalDigest,
  deterministicId,
  E,
  type Either,
  hasOuterBlanks,
  type Invalid,
  type InvalidCredentials,
  invalidCredentials,
  pipe,
  type RequestTrace,
  staffRoles,
  type TaskEither,
  type Unavailable,
  unavailable,
} from '@portcullis/domain/kernel';
import type { Clock, IdGenerator, TokenStateStore } from '@portcullis/domain/ports';
import { isoNow } from '@portcullis/domain/use-cases';
import { useCase } from '../access/use-case.ts';
import {
  type StaffClaims,
  type StaffProvider,
  type StaffSignInCause,
  type StaffSignInRefused,
  type StaffSignInStart,
  signInTransactionSeconds,
  staffSignInRefused,
  wholePartner,
} from '../ports/staff-provider.ts';
import { type StaffIdentity, type StaffSessions, staffIdFrom } from '../ports/staff-sessions.ts';
import { hasSignedOutSince } from './provider-logouts.ts';
import { type StartedSession, startStaffSession } from './start-staff-session.ts';

/** Begins a sign-in at the provider of the operator. */
export type BeginStaffSignIn = (redirectUri: string) => TaskEither<Invalid | Unavailable, StaffSignInStart>;

/** With what a browser has come back from the provider. */
export type StaffSignInAnswer = {
  /** The address at which it has come, with its query. */
  readonly answer: string;
  /** The transaction that the browser was given when it was sent there; `null` where it has none. */
  readonly transaction: string | null;
  readonly request: RequestTrace | null;
};

/**
 * Begins a session for a member of staff whom the provider has signed in. Each fault is answered alike; the cause goes
 * to the operator alone.
 */
export type FinishStaffSignIn = (
  given: StaffSignInAnswer,
) => TaskEither<Invalid | InvalidCredentials | Unavailable, StartedSession>;

/** Called with the cause when a sign-in was refused. */
export type OnStaffSignInRefused = (cause: StaffSignInCause, request: RequestTrace | null) => void;

export type ProviderDeps = {
  /** `null` where staff have their accounts here. */
  readonly staffProvider: StaffProvider | null;
  readonly staffSessions: Pick<StaffSessions, 'insert' | 'end'>;
  /** Knows with which answers somebody has been signed in, and who has signed out at the provider lately. */
  readonly tokenStates: Pick<TokenStateStore, 'useAssertion' | 'revokedSince'>;
  readonly ids: Pick<IdGenerator, 'salt'>;
  readonly clock: Clock;
  readonly onStaffSignInRefused: OnStaffSignInRefused;
};

const maxNameLength = 100;

/**
 * The id of somebody in the ledger: always the same one for the same subject of the same issuer, and it says nothing
 * of them.
 */
export const staffIdOf = ({ issuer, subject }: Pick<StaffClaims, 'issuer' | 'subject'>): string =>
  staffIdFrom((round) => deterministicId(JSON.stringify(['staff', issuer, subject, round])).slice(-12));

/** The digest of a session at a provider. */
export const providerSessionOf = (issuer: string, session: string): string =>
  canonicalDigest({ provider_session: [issuer, session] });

/** Text of a provider that names a partner or a team. One with blanks at its ends would be another one than meant. */
const isTenantName = (text: string): boolean => /^[^\p{Cc}]{1,200}$/u.test(text) && !hasOuterBlanks(text);

/** Characters that no name has: controls, and those that turn the direction of a line; joiners are letters of some. */
const unseen = /[\p{Cc}\p{Zl}\p{Zp}]|(?![\u200c\u200d])\p{Cf}/gu;

/** A name for people without what no name has. */
const nameFrom = (name: string | null): string =>
  [...(name ?? '').replace(unseen, '').trim()].slice(0, maxNameLength).join('');

/**
 * The identity of somebody here. Unknown roles mean nothing; without a known one, a partner, or a word on their team,
 * nobody comes in.
 */
const staffIdentityOf = (claims: StaffClaims): Either<StaffSignInRefused, StaffIdentity> => {
  const { partnerId, teamId } = claims;
  const roles = staffRoles.filter((role) => claims.roles.includes(role));
  if (roles.length === 0) return E.left(staffSignInRefused('no_role'));
  if (partnerId === null) return E.left(staffSignInRefused('no_partner'));
  if (teamId === null) return E.left(staffSignInRefused('no_team'));
  if (claims.subject === '' || !isTenantName(partnerId) || !isTenantName(teamId))
    return E.left(staffSignInRefused('claims_malformed'));
  const staffId = staffIdOf(claims);
  const tenant = { partnerId, teamId: teamId === wholePartner ? null : teamId };
  return E.right({ staffId, name: nameFrom(claims.name) || staffId, roles, tenant });
};

export const noProvider = unavailable('staff_identity', new Error('no provider is configured'), 'not_configured');

export const beginStaffSignIn = useCase(
  'beginStaffSignIn',
  [],
  ({ staffProvider }: Pick<ProviderDeps, 'staffProvider'>): BeginStaffSignIn =>
    (redirectUri) =>
      staffProvider === null ? async () => E.left(noProvider) : staffProvider.begin(redirectUri),
);

type SignedIn = {
  readonly member: StaffIdentity;
  readonly providerSession?: string;
  /** When the sign-in began (ISO 8601). */
  readonly begunAt: string;
};

/** One answer signs in exactly one of its bearers, also at the same time. */
const identify = async (
  { clock, tokenStates }: ProviderDeps,
  provider: StaffProvider,
  { answer, transaction }: StaffSignInAnswer,
): Promise<Either<StaffSignInRefused | Unavailable, SignedIn>> => {
  if (transaction === null) return E.left(staffSignInRefused('transaction_missing'));
  const finished = await provider.finish(answer, transaction)();
  if (E.isLeft(finished)) return finished;
  const { claims, endsAt, state } = finished.right;
  const used = { id: canonicalDigest({ staff_sign_in: state }), expiresAt: endsAt };
  const use = await tokenStates.useAssertion(used, isoNow(clock))();
  if (E.isLeft(use)) return use;
  if (use.right === 'repeated') return E.left(staffSignInRefused('answer_used'));
  const { issuer, session } = claims;
  return pipe(
    staffIdentityOf(claims),
    E.map((member) => ({
      member,
      begunAt: new Date(Date.parse(endsAt) - signInTransactionSeconds * 1000).toISOString(),
      ...(session !== null && { providerSession: providerSessionOf(issuer, session) }),
    })),
  );
};

/** Begins a session, and ends it again if its member has signed out at the provider meanwhile. */
const beginSession = async (
  deps: ProviderDeps,
  { begunAt, member, providerSession }: SignedIn,
): Promise<Either<StaffSignInRefused | Invalid | Unavailable, StartedSession>> => {
  const started = await startStaffSession(deps)(member, providerSession === undefined ? {} : { providerSession })();
  if (E.isLeft(started)) return started;
  const isOver = await hasSignedOutSince(deps, member.staffId, providerSession ?? null, begunAt)();
  if (E.isRight(isOver) && !isOver.right) return started;
  // Nobody was told its secret, so that one that could not be ended opens nothing.
  const ended = await deps.staffSessions.end(started.right.session.id)();
  if (E.isLeft(isOver)) return isOver;
  return E.isLeft(ended) ? ended : E.left(staffSignInRefused('signed_out'));
};

export const finishStaffSignIn = useCase(
  'finishStaffSignIn',
  ['staffSessions', 'tokenStates', 'ids', 'clock', 'onStaffSignInRefused'],
  (deps: ProviderDeps): FinishStaffSignIn =>
    (given) =>
    async () => {
      if (deps.staffProvider === null) return E.left(noProvider);
      const identity = await identify(deps, deps.staffProvider, given);
      const started = E.isLeft(identity) ? identity : await beginSession(deps, identity.right);
      if (E.isRight(started)) return started;
      if (started.left._tag !== 'StaffSignInRefused') return E.left(started.left);
      deps.onStaffSignInRefused(started.left.cause, given.request);
      return E.left(invalidCredentials);
    },
);
