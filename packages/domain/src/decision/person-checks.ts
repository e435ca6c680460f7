import type { FaceMatchEvidence } from '../evidence/evidence.ts';
import type { InForce } from '../evidence/in-force.ts';
import {
  type Answer,
  type CheckInput,
  failed,
  failedBy,
  judged,
  notApplicable,
  passed,
  placesOf,
  unanswered,
  unavailableFor,
} from './answer.ts';
import type { Sight } from './checks.ts';
import type { ReasonCode } from './reasons.ts';

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
const withConsent = (answer: Answer, { consent }: InForce, looked: { readonly at: number } | null): Answer =>
  consent || !looked ? answer : failedBy(answer, [{ at: looked.at, reasons: ['consent_missing'] }], {});

const seen = (name: string, value: string | number, limit?: number): Sight => ({
  kind: 'value',
  name,
  value,
  ...(limit !== undefined && { limit }),
  source: 'provider',
});

const livenessOf = ({ inForce, policy }: CheckInput): Answer => {
  const { consent, result } = inForce;
  if (consent && !consent.item.granted) return unavailableFor(['consent_declined'], placesOf(consent));
  if (!result) return unavailableFor([]);
  const { confidence, status } = result.item;
  const { attack, pass } = policy.liveness;
  const saw = [
    seen('session', status),
    ...(confidence === null
      ? []
      : [seen('confidence', confidence, pass), seen('confidence_of_no_attack', confidence, attack)]),
  ];
  const extras = { source: 'provider', threshold: pass, saw } as const;
  if (status !== 'succeeded') return failed(['liveness_session_failed'], placesOf(result), extras);
  if (confidence === null) return unavailableFor(['provider_response_invalid'], placesOf(result));
  return judged(livenessReasons(confidence, policy.liveness), placesOf(result), { ...extras, score: confidence });
};

const withoutComparison: Readonly<Record<Exclude<FaceMatchEvidence['outcome'], 'compared'>, ReasonCode>> = {
  no_face_on_document: 'document_portrait_missing',
  several_people_on_document: 'document_several_faces',
  no_face_in_selfie: 'selfie_no_face',
  several_faces_in_selfie: 'selfie_multiple_faces',
  selfie_too_poor: 'selfie_low_quality',
};

/** Checks whether a live person was in front of the camera and had consented. */
export const liveness = (input: CheckInput): Answer =>
  withConsent(livenessOf(input), input.inForce, input.inForce.result);

const faceMatchOf = ({ inForce, policy }: CheckInput): Answer => {
  const { faceMatch: match, failures, front, result } = inForce;
  if (result?.item.status === 'failed') return failed(['liveness_session_failed'], placesOf(result));
  if (!match) return result && front ? unanswered(failures.face_match) : notApplicable;
  const places = placesOf(match, front, result);
  const { outcome, similarity } = match.item;
  const compared = seen('comparison', outcome);
  if (outcome !== 'compared')
    return failed([withoutComparison[outcome]], places, { source: 'provider', saw: [compared] });
  if (similarity === null) return unavailableFor(['provider_response_invalid'], places);
  const { pass, review } = policy.faceMatch;
  const saw = [compared, seen('similarity', similarity, pass), seen('similarity_for_review', similarity, review)];
  const extras = { source: 'provider', score: similarity, threshold: pass, saw } as const;
  if (similarity >= pass) return passed(places, extras);
  return failed([similarity >= review ? 'face_match_borderline' : 'face_mismatch'], places, extras);
};

/** Checks whether the applicant is the person on the document. A failed liveness session leaves no image to compare. */
export const faceMatch = (input: CheckInput): Answer =>
  withConsent(faceMatchOf(input), input.inForce, input.inForce.faceMatch);
