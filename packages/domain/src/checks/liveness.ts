import type { CurrentEvidence } from '../evidence/current-evidence.ts';
import type { LivenessResultEvidence } from '../evidence/evidence.ts';
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
  unavailableAfterFailure,
  unavailableBecause,
} from './shared/check-result.ts';
import { livenessThresholds } from './shared/liveness-thresholds.ts';

/**
 * Returns the reasons that a liveness confidence gives. The attack limit is judged first, so that no low threshold lets
 * an attack pass.
 */
const livenessReasons = (confidence: number, { pass, attack }: LivenessThresholds): readonly ReasonCode[] => {
  if (confidence < attack) return ['liveness_attack'];
  return confidence >= pass ? [] : ['liveness_low_score'];
};

/**
 * Returns the reasons that a session which succeeded gives: by its confidence, or by the verdict of a provider without
 * such a scale. A verdict that nobody was there counts beside any confidence, and one that somebody was beside none.
 * `null` means that the provider said neither, which is no answer.
 */
export const succeededReasons = (
  { confidence, live }: Pick<LivenessResultEvidence, 'confidence' | 'live'>,
  thresholds: LivenessThresholds,
): readonly ReasonCode[] | null => {
  if (confidence === null && live === undefined) return null;
  const ofConfidence = confidence === null ? [] : livenessReasons(confidence, thresholds);
  return live === false ? [...ofConfidence, 'liveness_session_failed'] : ofConfidence;
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
 * thresholds the confidence is of. A session of a provider that has none to choose from, and names none, is the usual.
 */
const withChallenge = (result: CheckResult, opened: string | null, named: string | null): CheckResult => {
  if (named !== opened) return { ...addReason(result, 'liveness_challenge_mismatch'), status: 'failed' };
  return opened === null || opened === usualChallenge ? result : addReason(result, 'liveness_gentle_challenge');
};

const addReason = (result: CheckResult, reason: ReasonCode): CheckResult => ({
  ...result,
  reasons: [...result.reasons, reason],
});

const livenessResult = ({ currentEvidence, policy }: CheckInput): CheckResult => {
  const { consent, failures, result, sessionOfResult: session } = currentEvidence;
  if (consent && !consent.value.granted) return unavailableBecause(['consent_declined'], evidenceIndexes(consent));
  if (!result) return unavailableAfterFailure(failures.liveness);
  const { challenge, confidence, live, status } = result.value;
  const opened = session?.value.challenge ?? challenge ?? (session ? null : usualChallenge);
  const thresholds = livenessThresholds(policy, opened, challenge);
  const { attack, pass } = thresholds;
  const isVerdict = confidence === null && live !== undefined;
  const details = [
    providerDetail('session', status),
    ...(status === 'succeeded' && opened !== null ? [providerDetail('challenge', challenge, opened)] : []),
    ...(confidence === null
      ? []
      : [
          providerDetail('confidence', confidence, pass),
          providerDetail('confidence_of_no_attack', confidence, attack),
        ]),
    ...(live === undefined ? [] : [providerDetail('live', live)]),
  ];
  const extras = {
    source: 'provider',
    ...(!isVerdict && { threshold: pass }),
    ...(opened !== null && { challenge: opened }),
    details,
  } as const;
  if (status !== 'succeeded') return failed(['liveness_session_failed'], evidenceIndexes(result), extras);
  const isOnScale = confidence === null || isPercentage(confidence);
  const reasons = isOnScale ? succeededReasons(result.value, thresholds) : null;
  if (reasons === null) return unavailableBecause(['provider_response_invalid'], evidenceIndexes(result));
  const score = confidence === null ? {} : { score: confidence };
  const judged = passedOrFailed(reasons, evidenceIndexes(result), { ...extras, ...score });
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
    'provider_not_configured',
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
