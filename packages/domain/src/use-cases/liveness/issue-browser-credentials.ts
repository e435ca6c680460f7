import { consentRequired, type DomainError, invalidTransition, limitReached } from '../../kernel/errors.ts';
import { E, type Either, pipe, type TaskEither, TE } from '../../kernel/fp.ts';
import type { ProfileId } from '../../kernel/ids.ts';
import type { Principal } from '../../kernel/principal.ts';
import { secondsToWait } from '../../kernel/seconds-to-wait.ts';
import type { IdGenerator } from '../../ports/id-generator.ts';
import type { ClientParameters, CredentialsIssuer } from '../../ports/providers/credentials-issuer.ts';
import type { Rejection } from '../../profile/changes/execute.ts';
import type { Command } from '../../profile/commands.ts';
import { findOpenSession } from '../../profile/open-session.ts';
import { hasConsent } from '../../profile/requirements.ts';
import { allowedEvents, isOpen } from '../../profile/transitions.ts';
import type { AuthorizeProfile } from '../access/authorize-profile.ts';
import {
  type ChangeDeps,
  type Changed,
  changeProfile,
  isoNow,
  type Loaded,
  type Snapshot,
} from '../access/change-profile.ts';
import { actorOf } from '../access/flow-token.ts';
import { changePorts, useCase } from '../access/use-case.ts';

export type IssuedCredentials = { readonly clientParameters: ClientParameters; readonly serverTime: string };

/**
 * Issues credentials for streaming one liveness check: only with consent and an open session, and only a few times per
 * attempt.
 */
export type IssueBrowserCredentials = (input: {
  readonly caller: Principal;
  readonly profileId: ProfileId;
}) => TaskEither<DomainError, IssuedCredentials>;

type Deps = ChangeDeps & {
  readonly authorizeProfile: AuthorizeProfile;
  readonly credentials: CredentialsIssuer;
  readonly ids: IdGenerator;
};

/** How long issued credentials are valid, and therefore how long they count. */
const validSeconds = 900;

/** The session to stream to, if one is open and this attempt has credentials left. */
const sessionFor = ({ policy, profile }: Loaded, now: string): Either<Rejection, string> => {
  const rejection = invalidTransition('browser_credentials', profile.status, allowedEvents(profile.status));
  if (!isOpen(profile.status)) return E.left(rejection);
  if (!hasConsent(profile)) return E.left(consentRequired);
  const session = findOpenSession(profile, now);
  if (!session) return E.left({ ...rejection, missing: ['liveness_session'] });
  const given = profile.evidence.filter(
    (e) => e.kind === 'browser_credentials' && e.attempt === profile.attempt.number,
  );
  const times = given.map(({ at }) => at);
  const wait = secondsToWait(times, policy.maxCredentialsPerAttempt, validSeconds, now);
  return wait === null
    ? E.right(session.sessionId)
    : E.left(limitReached('browser_credentials', 'no more credentials for this attempt', wait));
};

const commandFor = (id: string, caller: Principal, sessionId: string): Command => ({
  id,
  actor: actorOf(caller),
  action: { type: 'supply', evidence: [{ kind: 'browser_credentials', sessionId }] },
});

const mayIssue = (deps: Deps, { caller, profileId }: Input): TaskEither<DomainError, Snapshot> =>
  pipe(
    deps.authorizeProfile({ caller, id: profileId, intent: 'liveness' }),
    TE.tap((loaded) => TE.fromEither(sessionFor(loaded, isoNow(deps.clock)))),
  );

type Input = Parameters<IssueBrowserCredentials>[0];

/** Counts credentials that were issued, if the attempt still has some left: another request may have been faster. */
const recordIssued = (
  deps: Deps,
  { caller, profileId }: Input,
  snapshot: Snapshot,
): TaskEither<DomainError, Changed> => {
  const commandId = deps.ids.id();
  return changeProfile(deps, {
    caller,
    id: profileId,
    purpose: 'write',
    snapshot,
    plan: (loaded) =>
      pipe(
        sessionFor(loaded, isoNow(deps.clock)),
        E.map((sessionId) => [commandFor(commandId, caller, sessionId)]),
      ),
  });
};

/**
 * Requests the credentials, then counts them, and only then answers them. An outage of the issuer uses up none of the
 * few, and credentials that could not be counted are given to nobody.
 */
export const issueBrowserCredentials = useCase(
  'issueBrowserCredentials',
  [...changePorts, 'authorizeProfile', 'credentials', 'ids'],
  (deps: Deps): IssueBrowserCredentials => {
    return (input) =>
      pipe(
        TE.Do,
        TE.bindW('loaded', () => mayIssue(deps, input)),
        TE.bindW('issued', ({ loaded: { profile, request } }) =>
          deps.credentials.issue({
            profileId: profile.id,
            attempt: profile.attempt.number,
            ...(request && { request }),
          }),
        ),
        TE.bindW('counted', ({ loaded }) => recordIssued(deps, input, loaded)),
        TE.map(({ issued }) => ({ clientParameters: issued, serverTime: isoNow(deps.clock) })),
      );
  },
);
