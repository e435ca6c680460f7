import type { CurrentEvidence } from '../evidence/current-evidence.ts';
import { usualChallenge } from '../kernel/liveness-challenges.ts';
import type { LivenessThresholds } from '../policy/policy.ts';
import type { ReasonCode } from '../policy/reasons.ts';
import type { CheckModule } from './check-module.ts';
import {
  addFailures,
  type CheckInput,
  type CheckResult,
  evidenceIndexes,
  failed,
  isPercentage,
  passedOrFailed,
  providerDetail,
  unavailableBecause,
} from './shared/check-result.ts';
import { livenessThresholds } from './shared/liveness-thresholds.ts';

/**
 * Returns the reasons that a liveness confidence gives. The attack limit is judged first, so that no low threshold lets
 * an attack pass.
 */
export const livenessReasons = (confidence: number, { pass, attack }: LivenessThresholds): readonly ReasonCode[] => {
  if (confidence < attack) return ['liveness_attack'];
  return confidence >= pass ? [] : ['liveness_low_score'];
};

/**
 * Fails a result if the face was analysed without recorded consent. Such a result cannot pass, whatever the provider
 * answered.
 */
export const requireConsent = (
  result: CheckResult,
  { consent }: CurrentEvidence,
  observation: { readonly index: number } | null,
): CheckResult =>
  consent || !observation
    ? result
    : addFailures(result, [{ index: observation.index, reasons: ['consent_missing'] }], {});

/**
 * Adds what the challenge of the session says. The gentle one proves less, and leaves the check passed: the policy says
 * what it costs. If the provider names another one than the session was opened with, or none, nobody knows which
 * thresholds the confidence is of.
 */
const withChallenge = (result: CheckResult, opened: string, named: string | null): CheckResult => {
  if (named !== opened) return { ...addReason(result, 'liveness_challenge_mismatch'), status: 'failed' };
  return opened === usualChallenge ? result : addReason(result, 'liveness_gentle_challenge');
};

const addReason = (result: CheckResult, reason: ReasonCode): CheckResult => ({
  ...result,
  reasons: [...result.reasons, reason],
});

const livenessResult = ({ currentEvidence, policy }: CheckInput): CheckResult => {
  const { consent, result, sessionOfResult: session } = currentEvidence;
  if (consent && !consent.value.granted) return unavailableBecause(['consent_declined'], evidenceIndexes(consent));
  if (!result) return unavailableBecause([]);
  const { challenge, confidence, status } = result.value;
  const opened = session?.value.challenge ?? challenge ?? usualChallenge;
  const thresholds = livenessThresholds(policy, opened, challenge);
  const { attack, pass } = thresholds;
  const details = [
    providerDetail('session', status),
    ...(status === 'succeeded' ? [providerDetail('challenge', challenge, opened)] : []),
    ...(confidence === null
      ? []
      : [
          providerDetail('confidence', confidence, pass),
          providerDetail('confidence_of_no_attack', confidence, attack),
        ]),
  ];
  const extras = { source: 'provider', threshold: pass, challenge: opened, details } as const;
  if (status !== 'succeeded') return failed(['liveness_session_failed'], evidenceIndexes(result), extras);
  if (!isPercentage(confidence)) return unavailableBecause(['provider_response_invalid'], evidenceIndexes(result));
  const judged = passedOrFailed(livenessReasons(confidence, thresholds), evidenceIndexes(result), {
    ...extras,
    score: confidence,
  });
  return withChallenge(judged, opened, challenge);
};

/**
 * A session with an unknown end, because consent was withdrawn before it was read, keeps a later one from passing, and
 * an optional check from being left out: otherwise a person would have a failed session forgotten that way. A result
 * that fails by itself stays as it is.
 */
const withLostSessions = (result: CheckResult, { currentEvidence }: CheckInput): CheckResult => {
  const isSilent = result.status === 'passed' || (result.status === 'unavailable' && result.reasons.length === 0);
  if (!isSilent) return result;
  const reasons: readonly ReasonCode[] = ['liveness_session_unread'];
  const lost = currentEvidence.lostSessions.map(({ index }) => ({ index, reasons }));
  return addFailures(result, lost, {});
};

/**
 * A reference image that is another picture of the profile byte for byte, such as the photo of the document or the one
 * of an earlier session, was not taken by a camera in its session, or the other picture is none of a document. Which of
 * both came first does not matter.
 */
const withRepeatedPicture = (result: CheckResult, { currentEvidence }: CheckInput): CheckResult => {
  const reasons: readonly ReasonCode[] = ['liveness_picture_repeated'];
  return addFailures(
    result,
    currentEvidence.sameAsReference.map(({ index }) => ({ index, reasons })),
    {},
  );
};

/** Checks whether a live person was in front of the camera and had consented. */
export const liveness: CheckModule<'liveness'> = {
  name: 'liveness',
  reasons: [
    'consent_declined',
    'consent_missing',
    'liveness_session_failed',
    'provider_response_invalid',
    'liveness_attack',
    'liveness_low_score',
    'liveness_session_unread',
    'liveness_gentle_challenge',
    'liveness_challenge_mismatch',
    'liveness_picture_repeated',
  ],
  defaultRequirement: 'required',
  dependsOn: ['liveness', 'browser_credentials'],
  steps: { required: ['consent', 'liveness'], optional: [], rejected: ['liveness'] },
  run: (input) => {
    const result = withRepeatedPicture(withLostSessions(livenessResult(input), input), input);
    return requireConsent(result, input.currentEvidence, input.currentEvidence.result);
  },
};
