import type { CurrentEvidence } from '../evidence/current-evidence.ts';
import type { FaceMatchEvidence } from '../evidence/evidence.ts';
import type { ReasonCode } from '../policy/reasons/reasons.ts';
import type { CheckDetail } from './check.ts';
import {
  addFailures,
  type CheckInput,
  type CheckResult,
  evidenceIndexes,
  failed,
  notApplicable,
  passed,
  passedOrFailed,
  unavailableAfterFailure,
  unavailableBecause,
} from './check-result.ts';

/**
 * Returns the reasons that a liveness confidence gives. The attack limit is judged first, so that no low threshold lets
 * an attack pass.
 */
export const livenessReasons = (
  confidence: number,
  { pass, attack }: CheckInput['policy']['liveness'],
): readonly ReasonCode[] => {
  if (confidence < attack) return ['liveness_attack'];
  return confidence >= pass ? [] : ['liveness_low_score'];
};

/**
 * Fails a result if the face was analysed without recorded consent. Such a result cannot pass, whatever the provider
 * answered.
 */
const requireConsent = (
  result: CheckResult,
  { consent }: CurrentEvidence,
  observation: { readonly index: number } | null,
): CheckResult =>
  consent || !observation
    ? result
    : addFailures(result, [{ index: observation.index, reasons: ['consent_missing'] }], {});

const providerDetail = (name: string, value: string | number, limit?: number): CheckDetail => ({
  kind: 'value',
  name,
  value,
  ...(limit !== undefined && { limit }),
  source: 'provider',
});

const livenessResult = ({ currentEvidence, policy }: CheckInput): CheckResult => {
  const { consent, result } = currentEvidence;
  if (consent && !consent.value.granted) return unavailableBecause(['consent_declined'], evidenceIndexes(consent));
  if (!result) return unavailableBecause([]);
  const { confidence, status } = result.value;
  const { attack, pass } = policy.liveness;
  const details = [
    providerDetail('session', status),
    ...(confidence === null
      ? []
      : [
          providerDetail('confidence', confidence, pass),
          providerDetail('confidence_of_no_attack', confidence, attack),
        ]),
  ];
  const extras = { source: 'provider', threshold: pass, details } as const;
  if (status !== 'succeeded') return failed(['liveness_session_failed'], evidenceIndexes(result), extras);
  if (confidence === null) return unavailableBecause(['provider_response_invalid'], evidenceIndexes(result));
  return passedOrFailed(livenessReasons(confidence, policy.liveness), evidenceIndexes(result), {
    ...extras,
    score: confidence,
  });
};

const reasonWithoutComparison: Readonly<Record<Exclude<FaceMatchEvidence['outcome'], 'compared'>, ReasonCode>> = {
  no_face_on_document: 'document_portrait_missing',
  several_people_on_document: 'document_several_faces',
  no_face_in_selfie: 'selfie_no_face',
  several_faces_in_selfie: 'selfie_multiple_faces',
  selfie_too_poor: 'selfie_low_quality',
};

/** Checks whether a live person was in front of the camera and had consented. */
export const liveness = (input: CheckInput): CheckResult =>
  requireConsent(livenessResult(input), input.currentEvidence, input.currentEvidence.result);

const faceMatchResult = ({ currentEvidence, policy }: CheckInput): CheckResult => {
  const { faceMatch: match, failures, front, result } = currentEvidence;
  if (result?.value.status === 'failed') return failed(['liveness_session_failed'], evidenceIndexes(result));
  if (!match) return result && front ? unavailableAfterFailure(failures.face_match) : notApplicable;
  const indexes = evidenceIndexes(match, front, result);
  const { outcome, similarity } = match.value;
  const outcomeDetail = providerDetail('comparison', outcome);
  if (outcome !== 'compared')
    return failed([reasonWithoutComparison[outcome]], indexes, { source: 'provider', details: [outcomeDetail] });
  if (similarity === null) return unavailableBecause(['provider_response_invalid'], indexes);
  const { pass, review } = policy.faceMatch;
  const details = [
    outcomeDetail,
    providerDetail('similarity', similarity, pass),
    providerDetail('similarity_for_review', similarity, review),
  ];
  const extras = { source: 'provider', score: similarity, threshold: pass, details } as const;
  if (similarity >= pass) return passed(indexes, extras);
  return failed([similarity >= review ? 'face_match_borderline' : 'face_mismatch'], indexes, extras);
};

/** Checks whether the applicant is the person on the document. A failed liveness session leaves no image to compare. */
export const faceMatch = (input: CheckInput): CheckResult =>
  requireConsent(faceMatchResult(input), input.currentEvidence, input.currentEvidence.faceMatch);
