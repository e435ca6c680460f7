import { currentEvidence } from '../../evidence/current-evidence.ts';
import { type Evidence, type UploadKind, uploadKinds } from '../../evidence/evidence.ts';
import type { CaptureRefused, ConsentRequired, Invalid, InvalidTransition, LimitReached } from '../../kernel/errors.ts';
import { consentRequired, invalid, limitReached } from '../../kernel/errors.ts';
import { E, type Either, pipe } from '../../kernel/fp.ts';
import { usualChallenge } from '../../kernel/liveness-challenges.ts';
import { secondsToWait } from '../../kernel/seconds-to-wait.ts';
import type { Step } from '../../kernel/steps.ts';
import { pathsOf } from '../../policy/paths.ts';
import { allowedChallenges } from '../../policy/policy.ts';
import type { NewEvidence } from '../commands.ts';
import { asSystem, type ProfileDraft, patch, recordEvent, rejectTransition, transition } from '../draft.ts';
import { evidenceEntry } from '../evidence-entry.ts';
import { findUnusedSession } from '../open-session.ts';
import { areAskedStepsSupplied, decisionInput, hasConsent, isComplete, mayChoosePath } from '../requirements.ts';
import { isOpen } from '../transitions.ts';
import { sessionLimitOf } from './paid-calls.ts';
import { acceptedSteps, uploadRejection } from './upload-rules.ts';

/** Why something that was supplied is rejected. */
export type SupplyRejection = InvalidTransition | ConsentRequired | LimitReached | CaptureRefused | Invalid;

const stamped = (item: NewEvidence, attempt: number, at: string, late: boolean): Evidence =>
  item.kind === 'liveness_result' ? { ...item, attempt, at, late } : { ...item, attempt, at };

/**
 * Appends evidence and records it in the ledger; it judges nothing. `late` marks liveness results that no longer count.
 */
export const appendEvidence = (
  draft: ProfileDraft,
  items: readonly NewEvidence[],
  attempt: number,
  late = false,
): ProfileDraft =>
  items.reduce((before, item) => {
    const evidence = stamped(item, attempt, before.now, late);
    const { type, data, personal = {} } = evidenceEntry(before.profile.salt, evidence);
    return recordEvent(patch(before, { evidence: [...before.profile.evidence, evidence] }), type, {
      data: { ...data, attempt },
      personal,
    });
  }, draft);

/** Whether a piece of evidence is a picture, or leads to one of the person's face. */
export const needsConsent = (item: NewEvidence): boolean => item.kind === 'file' || isBiometric(item);

const isBiometric = (item: NewEvidence): boolean =>
  item.kind === 'liveness_session' || item.kind === 'browser_credentials' || item.kind === 'liveness_capture';

/** The step that a piece of evidence belongs to, if any; `uploadRejection` judges files. */
const stepOf = (item: NewEvidence): Step | null => {
  if (item.kind === 'consent') return 'consent';
  if (item.kind === 'device_event') return 'device';
  return item.kind === 'liveness_session' ? 'liveness' : null;
};

/** The kinds of the uploads; the reference image of a liveness session is none. */
const uploadKindsOf = (items: readonly NewEvidence[]): readonly UploadKind[] =>
  items.flatMap((item) => (item.kind === 'file' ? uploadKinds.filter((kind) => kind === item.file.kind) : []));

const isStepEvidence = (item: NewEvidence): boolean => item.kind !== 'claimed' && item.kind !== 'provider_failure';

const consentIn = (items: readonly NewEvidence[]) => items.findLast((item) => item.kind === 'consent') ?? null;

/**
 * When the sessions of this attempt were opened. Sessions that expired during an outage of the provider count like any
 * other. Therefore few are opened in an hour, and not few for ever.
 */
const sessionsOf = ({ profile: { attempt, evidence } }: ProfileDraft): readonly string[] =>
  evidence.flatMap((item) => (item.kind === 'liveness_session' && item.attempt === attempt.number ? [item.at] : []));

/** The fault of an item that no step of the policy asks for; `null` when there is none. */
const unexpectedFault = ({ policy, profile }: ProfileDraft, items: readonly NewEvidence[]): Invalid | null => {
  const asked = acceptedSteps(policy, profile);
  const unexpected = items.map(stepOf).filter((step) => step !== null && !asked.includes(step));
  return unexpected.length > 0
    ? invalid(unexpected.map((step) => ({ pointer: `/${step}`, message: 'the policy does not ask for this' })))
    : null;
};

const rejectionOf = (draft: ProfileDraft, items: readonly NewEvidence[]): SupplyRejection | null => {
  const { profile, policy } = draft;
  if (!isOpen(profile.status)) return rejectTransition(draft, 'evidence_added');
  const choice = items.find((item) => item.kind === 'path_chosen');
  const refusedChoice = choice && choiceRejection(draft, choice.path);
  if (refusedChoice) return refusedChoice;
  const refusal = uploadRejection(policy, profile, uploadKindsOf(items), consentIn(items));
  if (refusal) return refusal;
  if (items.some(isBiometric) && !hasConsent(profile, consentIn(items))) return consentRequired;
  const session = items.find((item) => item.kind === 'liveness_session');
  return (session && sessionRejection(draft, session.challenge ?? usualChallenge)) ?? unexpectedFault(draft, items);
};

/**
 * Why a path is not chosen; `null` if it is. While a reviewer waits for what they asked for, the person stays in the
 * path in which it was asked.
 */
const choiceRejection = (draft: ProfileDraft, path: string): SupplyRejection | null => {
  const { policy, profile } = draft;
  const ids = pathsOf(policy).map(({ id }) => id);
  if (!ids.includes(path)) return invalid([{ pointer: '/path', message: `the policy has ${ids.join(', ')}` }]);
  return mayChoosePath(profile) ? null : rejectTransition(draft, 'path_chosen');
};

/** Why no session of a challenge is opened now; `null` if it is. */
const sessionRejection = (draft: ProfileDraft, challenge: string): SupplyRejection | null => {
  const { profile, policy } = draft;
  const allowed = allowedChallenges(policy);
  if (!allowed.some((one) => one === challenge))
    return invalid([{ pointer: '/challenge', message: `the policy allows ${allowed.join(' and ')}` }]);
  if (findUnusedSession(profile, challenge, draft.now) || currentEvidence(decisionInput(profile)).result)
    return rejectTransition(draft, 'liveness_session');
  const opened = sessionsOf(draft);
  const limit = sessionLimitOf(profile, opened.length, policy.maxSessionsPerAttempt, draft.now);
  if (limit) return limit;
  const wait = secondsToWait(opened, policy.maxSessionsPerAttempt, 3600, draft.now);
  return wait === null ? null : limitReached('liveness_sessions', 'no more sessions for this attempt', wait);
};

const startProgress = (draft: ProfileDraft): Either<InvalidTransition, ProfileDraft> => {
  const { status } = draft.profile;
  const moves =
    status === 'created' || (status === 'requires_input' && areAskedStepsSupplied(draft.policy, draft.profile));
  return moves ? transition(draft, 'evidence_added', 'in_progress') : E.right(draft);
};

/**
 * Records that consent was withdrawn while the checks or a reviewer are at work. The status stays, and a first approval
 * no longer holds, because it was given for other evidence. A repetition adds nothing, nor does a refusal of the face
 * check after one of everything.
 */
export const withdrawConsent = (
  draft: ProfileDraft,
  evidence: readonly NewEvidence[],
): Either<SupplyRejection, ProfileDraft> => {
  const { attempt } = draft.profile;
  const fault = unexpectedFault(draft, evidence);
  if (fault) return E.left(fault);
  const isOfTheFace = evidence.every((item) => item.kind === 'consent' && item.scope === 'face');
  const given = currentEvidence(decisionInput(draft.profile)).consent?.value;
  const isWithdrawn = given?.granted === false && (isOfTheFace || given.scope === undefined);
  return E.right(isWithdrawn ? draft : appendEvidence(draft, evidence, attempt.number));
};

/** Starts the checks: the person can change nothing from here on. */
export const submit = (draft: ProfileDraft): Either<InvalidTransition, ProfileDraft> => {
  if (!isComplete(draft.policy, draft.profile)) return E.left(rejectTransition(draft, 'submitted'));
  const endsAt = new Date(Date.parse(draft.now) + draft.policy.processingSeconds * 1000).toISOString();
  return pipe(
    transition(draft, 'submitted', 'processing'),
    E.map((moved) => patch(moved, { processingEndsAt: endsAt })),
  );
};

const submitWhenComplete = (draft: ProfileDraft): Either<InvalidTransition, ProfileDraft> => {
  const ready = draft.profile.status === 'in_progress' && isComplete(draft.policy, draft.profile);
  return ready ? submit(asSystem(draft)) : E.right(draft);
};

/** Adds evidence while the profile is open. The last required step submits the profile. */
export const supplyEvidence = (
  draft: ProfileDraft,
  items: readonly NewEvidence[],
  late = false,
): Either<SupplyRejection, ProfileDraft> => {
  const rejection = rejectionOf(draft, items);
  if (rejection) return E.left(rejection);
  const appended = appendEvidence(draft, items, draft.profile.attempt.number, late);
  if (!items.some(isStepEvidence)) return E.right(appended);
  return pipe(startProgress(appended), E.flatMap(submitWhenComplete));
};
