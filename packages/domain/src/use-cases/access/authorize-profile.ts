import {
  type ChangeLimitReached,
  type ConsentRequired,
  consentRequired,
  type FlowEnded,
  type Invalid,
  type InvalidToken,
  type InvalidTransition,
  invalidTransition,
  type NotFound,
  type Unavailable,
} from '../../kernel/errors.ts';
import { E, type Either, pipe, type TaskEither, TE } from '../../kernel/fp.ts';
import type { ProfileId } from '../../kernel/ids.ts';
import type { Principal } from '../../kernel/principal.ts';
import { changeLimitOf } from '../../profile/changes/change-limit.ts';
import { consentRefusal, lacksConsent } from '../../profile/changes/upload-rules.ts';
import type { Profile } from '../../profile/profile.ts';
import { hasConsent } from '../../profile/requirements.ts';
import { allowedEvents, isBusy, isOpen, statusEvents } from '../../profile/transitions.ts';
import { type ChangeDeps, type FromSnapshot, type Loaded, loadFor, type Snapshot } from './change-profile.ts';
import { actorOf } from './flow-token.ts';
import type { intents } from './input-codecs.ts';
import { changePorts, useCase } from './use-case.ts';

/** The purpose of a request. */
export type Intent = (typeof intents)[number];

/**
 * Runs before a body is read. It checks whose profile it is, then whether the flow token is still valid, then whether
 * the profile's status would accept anything of this kind at all, then whether the person has to consent first, and
 * last whether a profile that has had its changes would refuse it. It answers what it has loaded for this.
 */
export type AuthorizeProfile = (
  input: {
    readonly caller: Principal;
    readonly id: ProfileId;
    readonly intent: Intent;
  } & FromSnapshot,
) => TaskEither<
  | Invalid
  | NotFound
  | InvalidToken
  | FlowEnded
  | InvalidTransition
  | ConsentRequired
  | ChangeLimitReached
  | Unavailable,
  Snapshot
>;

/** The intents that are refused for want of consent, where the person refused it, before a look at the status. */
const consentIntents: readonly Intent[] = ['upload', 'liveness'];

/**
 * Whether the status accepts anything of this kind; the error names what it would accept instead, or the consent that
 * is missing.
 */
const checkStatus = (
  profile: Profile,
  caller: Principal,
  intent: Intent,
): Either<InvalidTransition | ConsentRequired, void> => {
  const { redaction, status } = profile;
  const allowed = redaction ? [] : allowedEvents(status, actorOf(caller).type);
  const takes: Readonly<Record<Intent, boolean>> = {
    read: true,
    analyze: true,
    append: redaction === undefined,
    supply: isOpen(status) && redaction === undefined,
    upload: isOpen(status) && redaction === undefined,
    withdraw: (isOpen(status) || isBusy(status)) && redaction === undefined,
    liveness: isOpen(status) && redaction === undefined,
    link: isOpen(status) && redaction === undefined,
    status: statusEvents.some((event) => allowed.includes(event)),
  };
  if (takes[intent]) return E.right(undefined);
  const refusal = consentIntents.includes(intent) ? consentRefusal(profile) : null;
  return E.left(refusal ?? invalidTransition(eventOf[intent], status, allowed));
};

const eventOf: Readonly<Record<Intent, string>> = {
  read: 'read',
  analyze: 'read',
  append: 'append',
  supply: 'evidence_added',
  upload: 'evidence_added',
  withdraw: 'evidence_added',
  liveness: 'evidence_added',
  link: 'flow.link_issued',
  status: 'status_event',
};

/** Whether the person has to consent first. Pictures that a settled profile has had before are not taken again. */
const checkConsent = ({ policy, profile }: Loaded, intent: Intent): Either<ConsentRequired, void> => {
  const waits =
    (intent === 'liveness' && !hasConsent(profile)) ||
    (intent === 'analyze' && isOpen(profile.status) && lacksConsent(policy, profile));
  return waits ? E.left(consentRequired) : E.right(undefined);
};

/** The intents that store files or call a provider before the write, and are therefore refused before. */
const costlyIntents: readonly Intent[] = ['upload', 'liveness'];

const checkIntent = (
  loaded: Snapshot,
  caller: Principal,
  intent: Intent,
): Either<InvalidTransition | ConsentRequired | ChangeLimitReached, Snapshot> => {
  const allowed = checkStatus(loaded.profile, caller, intent);
  if (E.isLeft(allowed)) return allowed;
  const consent = checkConsent(loaded, intent);
  if (E.isLeft(consent)) return consent;
  const limit = costlyIntents.includes(intent) ? changeLimitOf(loaded.profile) : null;
  return limit ? E.left(limit) : E.right(loaded);
};

const reads: readonly Intent[] = ['read', 'analyze'];

export const authorizeProfile = useCase('authorizeProfile', changePorts, (deps: ChangeDeps): AuthorizeProfile => {
  return ({ caller, id, intent, snapshot = null }) =>
    pipe(
      loadFor(deps, caller, id, reads.includes(intent) ? 'read' : 'write', snapshot),
      TE.flatMap((loaded) => TE.fromEither(checkIntent(loaded, caller, intent))),
    );
});
