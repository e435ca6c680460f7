import { currentEvidence } from '../../evidence/current-evidence.ts';
import type { LivenessClientParameters, LivenessSessionEvidence } from '../../evidence/evidence.ts';
import {
  consentRequired,
  type DomainError,
  invalidTransition,
  type Unavailable,
  unavailable,
} from '../../kernel/errors.ts';
import { E, type Either, pipe, type TaskEither, TE } from '../../kernel/fp.ts';
import { deterministicId } from '../../kernel/hash.ts';
import { LivenessSessionIdCodec, type ProfileId } from '../../kernel/ids.ts';
import { type LivenessChallenge, usualChallenge } from '../../kernel/liveness-challenges.ts';
import type { Principal } from '../../kernel/principal.ts';
import type { IdGenerator } from '../../ports/id-generator.ts';
import type { OpenedSession } from '../../ports/providers/liveness-provider.ts';
import { executeAll } from '../../profile/changes/execute.ts';
import type { Command, NewEvidence } from '../../profile/commands.ts';
import { findUnusedSession, isUnused } from '../../profile/open-session.ts';
import type { Profile } from '../../profile/profile.ts';
import { decisionInput, hasConsent } from '../../profile/requirements.ts';
import { allowedEvents } from '../../profile/transitions.ts';
import type { AuthorizeProfile } from '../access/authorize-profile.ts';
import {
  changeProfile,
  decideOnSnapshot,
  type FromSnapshot,
  isoNow,
  loadFor,
  type Snapshot,
} from '../access/change-profile.ts';
import { actorOf, openingCommand } from '../access/flow-token.ts';
import type { IdempotentRequest } from '../access/operation.ts';
import { changePorts, useCase } from '../access/use-case.ts';
import { keptAnswer } from '../processing/kept-answer.ts';
import { type ProcessVerification, processWhenSubmitted } from '../processing/process-verification.ts';
import { fetchUnreadSessions, type SessionDeps } from '../processing/session-results.ts';
import { vendorCallFor } from '../processing/vendor-call.ts';

export type LivenessSessionView = {
  readonly sessionId: string;
  readonly profileId: ProfileId;
  readonly clientParameters: LivenessClientParameters;
  readonly expiresAt: string;
  readonly serverTime: string;
};

/**
 * Opens a liveness session for the current attempt, after consent. Every earlier session is read before another one is
 * opened: one that has failed counts also when nobody asked for its result. A session that is still open is answered
 * again to a caller that asks for its challenge, until credentials were issued for it: then it may be used up.
 */
export type OpenLivenessSession = (
  input: {
    readonly caller: Principal;
    readonly profileId: ProfileId;
    /** `usualChallenge` where it is absent. */
    readonly challenge?: LivenessChallenge;
  } & FromSnapshot &
    IdempotentRequest,
) => TaskEither<DomainError, LivenessSessionView>;

type Deps = SessionDeps & {
  readonly authorizeProfile: AuthorizeProfile;
  readonly processVerification: ProcessVerification;
  readonly ids: IdGenerator;
};
type Given = Parameters<OpenLivenessSession>[0];
type Input = Given & { readonly challenge: LivenessChallenge };

/** Consent must come first, and no session is opened once a result of this attempt counts. */
const mayOpen = (profile: Profile): Either<DomainError, Profile> => {
  if (!hasConsent(profile)) return E.left(consentRequired);
  if (currentEvidence(decisionInput(profile)).result)
    return E.left(invalidTransition('liveness_session', profile.status, allowedEvents(profile.status)));
  return E.right(profile);
};

const viewOf = (
  { clientParameters, expiresAt, sessionId }: OpenedSession,
  profileId: ProfileId,
  now: string,
): LivenessSessionView => ({
  sessionId,
  profileId,
  clientParameters,
  expiresAt,
  serverTime: now,
});

/**
 * The ids of commands that open a session begin with this prefix, which follows from the operation; the session's own
 * id follows it.
 */
const commandPrefix = ({ operation }: Input): string =>
  operation ? `session:${deterministicId(operation.id)}:` : 'session:';

type NewSession = Extract<NewEvidence, { readonly kind: 'liveness_session' }>;

const sessionEvidence = ({
  clientParameters: { challenge, region, ...parameters },
  expiresAt,
  sessionId,
}: OpenedSession): NewSession => ({
  kind: 'liveness_session',
  ...(challenge !== undefined && { challenge }),
  sessionId,
  ...(region !== undefined && { region }),
  ...(Object.keys(parameters).length > 0 && { parameters }),
  expiresAt,
});

const sessionCommand = (input: Input, session: NewSession): Command => ({
  id: `${commandPrefix(input)}${session.sessionId}`,
  actor: actorOf(input.caller),
  action: { type: 'supply', evidence: [session] },
});

const openedSession = ({
  challenge,
  expiresAt,
  parameters,
  region,
  sessionId,
}: LivenessSessionEvidence): OpenedSession => ({
  sessionId,
  clientParameters: {
    ...parameters,
    ...(region !== undefined && { region }),
    ...(challenge !== undefined && { challenge }),
  },
  expiresAt,
});

/** The session as it is kept, or an outage where its id or its parameters are not of the form of the port. */
const keptSession = (opened: OpenedSession): Either<Unavailable, NewSession> =>
  LivenessSessionIdCodec.is(opened.sessionId)
    ? keptAnswer('liveness', sessionEvidence(opened))
    : E.left(unavailable('liveness', { name: 'SessionIdForm' }, 'invalid_response'));

/**
 * There is one request token for each session and challenge of a profile, so that a repeated call at the provider
 * answers the same session. A session that was opened and could not be stored expires there meanwhile, so after a
 * minute the token is a different one.
 */
const requestToken = (profile: Profile, challenge: LivenessChallenge, now: string): string => {
  const before = profile.evidence.filter(({ kind }) => kind === 'liveness_session').length;
  return `${profile.id}-${profile.attempt.number}-${before + 1}-${Math.floor(Date.parse(now) / 60_000)}-${challenge}`;
};

/**
 * Whether the profile would take another session: its attempt may have had all of them. This is found out before the
 * provider opens one, and is paid for it.
 */
const wouldAccept = (input: Input, { policy, profile }: Snapshot, now: string): Either<DomainError, unknown> => {
  const { caller, challenge } = input;
  const planned = { kind: 'liveness_session', sessionId: '', challenge, expiresAt: profile.expiresAt } as const;
  return executeAll(policy, profile, [...openingCommand(caller, profile), sessionCommand(input, planned)], now);
};

const openNew = (deps: Deps, input: Input, snapshot: Snapshot): TaskEither<DomainError, LivenessSessionView> => {
  const { profile } = snapshot;
  const { caller, challenge } = input;
  const now = isoNow(deps.clock);
  const accepted = wouldAccept(input, snapshot, now);
  if (E.isLeft(accepted)) return TE.left(accepted.left);
  const call = vendorCallFor(snapshot);
  return pipe(
    TE.Do,
    TE.bindW('opened', () =>
      deps.liveness.open({ call, challenge, requestToken: requestToken(profile, challenge, now) }),
    ),
    TE.bindW('kept', ({ opened }) => TE.fromEither(keptSession(opened))),
    TE.bindW('changed', ({ kept }) =>
      changeProfile(deps, {
        caller,
        id: profile.id,
        purpose: 'write',
        snapshot,
        // The first session of two requests at the same time counts, and both get it as their answer.
        plan: (loaded) =>
          E.right(findUnusedSession(loaded.profile, challenge, now) ? [] : [sessionCommand(input, kept)]),
      }),
    ),
    TE.map(({ opened, changed }) => {
      const open = findUnusedSession(changed.profile, challenge, now);
      return viewOf(open ? openedSession(open) : opened, profile.id, isoNow(deps.clock));
    }),
  );
};

const openOrRepeat = (deps: Deps, input: Input): TaskEither<DomainError, LivenessSessionView> =>
  pipe(
    decideOnSnapshot(input.snapshot, (snapshot) => findOpenable(deps, input, snapshot)),
    TE.flatMap((loaded) => {
      const { profile } = loaded;
      // Another attempt of the same operation may have opened a session while this one was delayed.
      const found = findEarlierSession(profile, input);
      return found
        ? TE.right(viewOf(openedSession(found), profile.id, isoNow(deps.clock)))
        : openAfterReading(deps, input, loaded);
    }),
  );

/**
 * Reads the sessions that have ended, may be used up, or are of an earlier attempt, and that nobody has read, and opens
 * another one only if none of them counts. A result that completes the profile has it processed.
 */
const openAfterReading =
  (deps: Deps, input: Input, loaded: Snapshot): TaskEither<DomainError, LivenessSessionView> =>
  async () => {
    const isUsed = (session: LivenessSessionEvidence) => !isUnused(loaded.profile, session, isoNow(deps.clock));
    const read = await fetchUnreadSessions(deps, loaded, isUsed)();
    if (E.isLeft(read)) return read;
    const { files, snapshot } = read.right;
    const { profile } = snapshot;
    const now = isoNow(deps.clock);
    const allowed = mayOpen(profile);
    if (E.isLeft(allowed)) {
      const begun = { ...snapshot, entries: [] };
      const processed = await processWhenSubmitted(deps.processVerification, begun, [], files)();
      return E.isLeft(processed) ? processed : allowed;
    }
    const found = findUnusedSession(profile, input.challenge, now);
    return found ? E.right(viewOf(openedSession(found), profile.id, now)) : openNew(deps, input, snapshot)();
  };

/** Finds the profile, if a session may be opened for it. */
const findOpenable = (
  deps: Deps,
  { caller, profileId: id }: Input,
  snapshot: Snapshot | null,
): TaskEither<DomainError, Snapshot> =>
  pipe(
    deps.authorizeProfile({ caller, id, intent: 'liveness', snapshot }),
    TE.tap((loaded) => TE.fromEither(mayOpen(loaded.profile))),
  );

/** The session that an earlier attempt of the same operation opened, whatever has happened to it since. */
const findEarlierSession = ({ applied, evidence }: Profile, input: Input): LivenessSessionEvidence | null => {
  if (!input.operation) return null;
  const prefix = commandPrefix(input);
  const command = applied.find(({ commandId }) => commandId.startsWith(prefix));
  const found = evidence.find(
    (item) => item.kind === 'liveness_session' && `${prefix}${item.sessionId}` === command?.commandId,
  );
  return found?.kind === 'liveness_session' ? found : null;
};

export const openLivenessSession = useCase(
  'openLivenessSession',
  [...changePorts, 'files', 'liveness', 'ids', 'authorizeProfile', 'processVerification'],
  (deps: Deps): OpenLivenessSession => {
    return ({ challenge = usualChallenge, ...given }) => {
      const input = { ...given, challenge };
      return input.operation?.isRetry
        ? pipe(
            loadFor(deps, input.caller, input.profileId, 'read'),
            TE.flatMap((loaded) => {
              const { profile } = loaded;
              const opened = findEarlierSession(profile, input);
              return opened
                ? TE.right(viewOf(openedSession(opened), profile.id, isoNow(deps.clock)))
                : openOrRepeat(deps, { ...input, snapshot: loaded });
            }),
          )
        : openOrRepeat(deps, input);
    };
  },
);
