import type { Caller } from '../../access/caller.ts';
import { consentRequired, type DomainError, invalidTransition, limitReached } from '../../errors.ts';
import { inForce } from '../../evidence/in-force.ts';
import { E, type Either, pipe, type TaskEither, TE } from '../../fp.ts';
import type { ProfileId } from '../../ids.ts';
import type { Ids } from '../../ports/ids.ts';
import type { BrowserCredentials, CredentialsIssuer } from '../../ports/providers/credentials-issuer.ts';
import type { Command } from '../../profile/commands.ts';
import type { Refusal } from '../../profile/execute.ts';
import { openSession } from '../../profile/open-session.ts';
import { caseFile } from '../../profile/requirements.ts';
import { allowedEvents, isOpen } from '../../profile/transitions.ts';
import { type ChangeNeeds, changeProfile, type Loaded, nowOf } from '../running/change-profile.ts';
import { actorOf } from './flow-access.ts';
import type { GuardProfile } from './guard-profile.ts';

/** Credentials for streaming one liveness check: only with consent and an open session, and only a few times an attempt. */
export type IssueBrowserCredentials = (input: {
  readonly caller: Caller;
  readonly profileId: ProfileId;
}) => TaskEither<DomainError, BrowserCredentials & { readonly serverTime: string }>;

type Needs = ChangeNeeds & {
  readonly guard: GuardProfile;
  readonly credentials: CredentialsIssuer;
  readonly ids: Ids;
};

/** The session to stream to, where one is open and this attempt has credentials left. */
const sessionFor = ({ policy, profile }: Loaded, now: string): Either<Refusal, string> => {
  const refused = invalidTransition('browser_credentials', profile.status, allowedEvents(profile.status));
  if (!isOpen(profile.status)) return E.left(refused);
  if (!inForce(caseFile(profile)).consent?.item.granted) return E.left(consentRequired);
  const session = openSession(profile, now);
  if (!session) return E.left(refused);
  const given = profile.evidence.filter(
    (e) => e.kind === 'browser_credentials' && e.attempt === profile.attempt.number,
  );
  if (given.length < policy.maxCredentialsPerAttempt) return E.right(session.sessionId);
  return E.left(limitReached('no more credentials for this attempt', 900));
};

const commandFor = (id: string, caller: Caller, sessionId: string): Command => ({
  id,
  actor: actorOf(caller),
  action: { type: 'supply', evidence: [{ kind: 'browser_credentials', sessionId }] },
});

/** Counted before they are asked for: a crash in between costs one of the few, and never gives one too many. */
export const issueBrowserCredentials =
  (needs: Needs): IssueBrowserCredentials =>
  ({ caller, profileId }) => {
    const commandId = needs.ids.id();
    const plan = (loaded: Loaded) =>
      E.map((sessionId: string) => [commandFor(commandId, caller, sessionId)])(sessionFor(loaded, nowOf(needs.clock)));
    return pipe(
      needs.guard({ caller, id: profileId, intent: 'supply' }),
      TE.flatMap((profile) => changeProfile(needs, { caller, id: profile.id, purpose: 'write', plan })),
      TE.flatMap(
        ({ profile }): TaskEither<DomainError, BrowserCredentials> =>
          needs.credentials.issue({ profileId: profile.id, attempt: profile.attempt.number }),
      ),
      TE.map((issued) => ({ ...issued, serverTime: nowOf(needs.clock) })),
    );
  };
