import type { DocumentSide } from '@portcullis/documents';
import type { CurrentEvidence } from '../evidence/current-evidence.ts';
import { type FaceMatchEvidence, failureReasons } from '../evidence/evidence.ts';
import type { ReasonCode } from '../policy/reasons.ts';
import type { CheckModule } from './check-module.ts';
import { requireConsent } from './liveness.ts';
import type { CheckStatus } from './shared/check.ts';
import {
  type CheckInput,
  type CheckResult,
  evidenceIndexes,
  failed,
  isPercentage,
  notApplicable,
  passed,
  providerDetail,
  unavailableAfterFailure,
  unavailableBecause,
} from './shared/check-result.ts';
import { faceThresholds } from './shared/face-thresholds.ts';

const reasonWithoutComparison: Readonly<Record<Exclude<FaceMatchEvidence['outcome'], 'compared'>, ReasonCode>> = {
  no_face_on_document: 'document_portrait_missing',
  several_people_on_document: 'document_several_faces',
  no_face_in_selfie: 'selfie_no_face',
  several_faces_in_selfie: 'selfie_multiple_faces',
  selfie_too_poor: 'selfie_low_quality',
};

/** The comparison of one side with the selfie, and the failures of the provider to make it. */
type SideComparison = {
  readonly side: DocumentSide;
  readonly match: CurrentEvidence['faceMatch'];
  readonly file: CurrentEvidence['front'];
  readonly failures: CurrentEvidence['failures']['face_match'];
};

const sideResult = ({ failures, file, match, side }: SideComparison, input: CheckInput): CheckResult => {
  const { result } = input.currentEvidence;
  if (!match) return result && file ? unavailableAfterFailure(failures) : notApplicable;
  const indexes = evidenceIndexes(match, file, result);
  const { model, outcome, similarity } = match.value;
  const detailName = (name: string): string => (side === 'front' ? name : `back_${name}`);
  const outcomeDetail = providerDetail(detailName('comparison'), outcome);
  if (outcome !== 'compared')
    return failed([reasonWithoutComparison[outcome]], indexes, { source: 'provider', details: [outcomeDetail] });
  if (!isPercentage(similarity)) return unavailableBecause(['provider_response_invalid'], indexes);
  const thresholds = faceThresholds(input.policy, model);
  if (thresholds === null) return unavailableBecause(['provider_response_invalid'], indexes);
  const { pass, review } = thresholds;
  const details = [
    outcomeDetail,
    providerDetail(detailName('similarity'), similarity, pass),
    providerDetail(detailName('similarity_for_review'), similarity, review),
  ];
  const extras = { source: 'provider', score: similarity, threshold: pass, details } as const;
  if (similarity >= pass) return passed(indexes, extras);
  return failed([similarity >= review ? 'face_match_borderline' : 'face_mismatch'], indexes, extras);
};

const severities: readonly CheckStatus[] = ['not_applicable', 'passed', 'unavailable', 'failed'];

/**
 * The worse result of two sides, with what was seen of both. If both failed, the reasons of both count. The portrait on
 * a back is small and printed in one colour, so that a mismatch there alone is for a reviewer.
 */
const worseResult = (front: CheckResult, back: CheckResult): CheckResult => {
  const difference = severities.indexOf(back.status) - severities.indexOf(front.status);
  const worse = difference > 0 ? back : front;
  const details = [...(front.details ?? []), ...(back.details ?? [])];
  return {
    ...worse,
    reasons: difference === 0 ? [...new Set([...front.reasons, ...back.reasons])] : worse.reasons,
    evidence: [...new Set([...front.evidence, ...back.evidence])],
    ...(!front.reasons.includes('face_mismatch') && { unprovenReasons: ['face_mismatch'] }),
    ...(details.length > 0 && { details }),
  };
};

/**
 * The back is compared too, because its face could be another one. A back that shows no face, as most do, changes
 * nothing.
 */
const faceMatchResult = (input: CheckInput): CheckResult => {
  const { back, backFaceMatch, faceMatch: match, failures, front: file, result } = input.currentEvidence;
  if (result?.value.status === 'failed') return failed(['liveness_session_failed'], evidenceIndexes(result));
  const front = sideResult({ side: 'front', match, file, failures: failures.face_match }, input);
  const isBackJudged = back !== null && backFaceMatch?.value.outcome !== 'no_face_on_document';
  if (!isBackJudged) return front;
  const ofBack = { side: 'back', match: backFaceMatch, file: back, failures: failures.back_face_match } as const;
  return worseResult(front, sideResult(ofBack, input));
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
  steps: { required: ['consent', 'document_front', 'liveness'], optional: ['document_back'], rejected: ['liveness'] },
  run: (input) => {
    const { backFaceMatch, faceMatch: match } = input.currentEvidence;
    return requireConsent(faceMatchResult(input), input.currentEvidence, match ?? backFaceMatch);
  },
};
