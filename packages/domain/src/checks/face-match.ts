import { type FaceMatchEvidence, failureReasons } from '../evidence/evidence.ts';
import type { ReasonCode } from '../policy/reasons/reasons.ts';
import type { CheckModule } from './check-module.ts';
import { requireConsent } from './liveness.ts';
import {
  type CheckInput,
  type CheckResult,
  evidenceIndexes,
  failed,
  notApplicable,
  passed,
  providerDetail,
  unavailableAfterFailure,
  unavailableBecause,
} from './shared/check-result.ts';

const reasonWithoutComparison: Readonly<Record<Exclude<FaceMatchEvidence['outcome'], 'compared'>, ReasonCode>> = {
  no_face_on_document: 'document_portrait_missing',
  several_people_on_document: 'document_several_faces',
  no_face_in_selfie: 'selfie_no_face',
  several_faces_in_selfie: 'selfie_multiple_faces',
  selfie_too_poor: 'selfie_low_quality',
};

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
export const faceMatch: CheckModule<'face_match'> = {
  name: 'face_match',
  reasons: [
    ...failureReasons,
    'consent_missing',
    'liveness_session_failed',
    ...Object.values(reasonWithoutComparison),
    'face_match_borderline',
    'face_mismatch',
  ],
  defaultRequirement: 'required',
  dependsOn: ['liveness', 'browser_credentials', 'faces'],
  steps: { required: ['consent', 'document_front', 'liveness'], optional: [], rejected: ['liveness'] },
  run: (input) => requireConsent(faceMatchResult(input), input.currentEvidence, input.currentEvidence.faceMatch),
};
