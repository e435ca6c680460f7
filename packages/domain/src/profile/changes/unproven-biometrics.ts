import type { Check } from '../../checks/shared/check.ts';
import { allowsOverride, biometricChecks, type Policy } from '../../policy/policy.ts';
import { defaultAction, type ReasonCode } from '../../policy/reasons.ts';
import type { ProfileDraft } from '../draft.ts';
import type { Profile } from '../profile.ts';
import { refusesFaceAlone } from '../requirements.ts';

/**
 * The reasons that leave a biometric check to a reviewer: two faces of some similarity, an earlier session whose result
 * nobody knows, and another challenge than was asked for.
 */
const reviewableReasons: readonly ReasonCode[] = [
  'face_match_borderline',
  'liveness_challenge_mismatch',
  'liveness_gentle_challenge',
  'liveness_session_unread',
];

/**
 * Whether the policy hands a biometric check to a reviewer, although it failed: it has a score, or the policy can do
 * without it.
 */
const isLeftToReviewer = ({ reasons, requirement, score, status }: Check, { actions }: Policy): boolean =>
  status === 'failed' &&
  (score !== undefined || requirement === 'optional') &&
  reasons.length > 0 &&
  reasons.every(
    (reason) => reviewableReasons.includes(reason) && (actions[reason] ?? defaultAction(reason)) === 'review',
  );

/** Whether the policy does without the check, and nothing was supplied for it. */
const isOmitted = ({ reasons, requirement, status }: Check): boolean =>
  requirement === 'optional' && (status === 'not_applicable' || (status === 'unavailable' && reasons.length === 0));

/**
 * Whether the policy does without the check, and the person has refused it before any session was opened. A session
 * that was begun may have been an attack, which nobody has forgotten by a refusal.
 */
const isRefusedBefore = ({ requirement }: Check, { evidence }: Profile): boolean =>
  requirement === 'optional' &&
  !evidence.some(({ kind }) => kind === 'liveness_session' || kind === 'liveness_result' || kind === 'face_match');

/**
 * Whether a biometric check stands in no approval's way. No check of a person who refused the face check counts as
 * passed, also where it had passed before: the approval is without the face.
 */
const isSettled = (check: Check, { policy, profile }: ProfileDraft): boolean =>
  refusesFaceAlone(profile)
    ? isRefusedBefore(check, profile)
    : check.status === 'passed' || isOmitted(check) || isLeftToReviewer(check, policy);

/**
 * The biometric checks over which nobody may approve: those that failed, were not answered, could not be made or were
 * refused. A document does not show a reviewer who held it.
 */
export const unprovenBiometrics = (draft: ProfileDraft, checks: readonly Check[]): readonly string[] =>
  biometricChecks.filter((name) => {
    const check = checks.find((one) => one.name === name);
    return check !== undefined && !isSettled(check, draft) && !allowsOverride(draft.policy, name);
  });
