import type { FaceMatchEvidence, LivenessResultEvidence, Policy } from '@portcullis/domain';
import {
  addEvidence,
  changeEvidence,
  type ExplainContext,
  evidenceStamp,
  type FindPerturbations,
  type Perturbation,
  relativeDistance,
} from './perturbation.ts';

const consentImprovements: FindPerturbations = (context) => {
  const { consent } = context.currentEvidence;
  const perturbation = { what: 'consent', label: 'The consent of the person', to: 'granted', size: 1 };
  if (consent?.value.granted === false) {
    return [
      changeEvidence(context, [consent], (item) => ({ ...item, granted: true }), { ...perturbation, from: 'declined' }),
    ];
  }
  if (consent) return [];
  const given = { kind: 'consent', textVersion: '', locale: '', granted: true, ...evidenceStamp(context) } as const;
  return [addEvidence(context, [given], { ...perturbation, from: null })];
};

/**
 * The confidence from which on a session passes. The attack limit is judged first, and the threshold may be below it.
 */
export const livenessPassScore = ({ liveness }: Policy): number => Math.max(liveness.pass, liveness.attack);

const livenessLabel = 'The confidence of the liveness session';

const confidenceImprovements: FindPerturbations = (context) => {
  const { policy } = context;
  const { result } = context.currentEvidence;
  const from = result?.value.confidence ?? null;
  if (result?.value.status !== 'succeeded' || from === null) return [];
  const targets = [policy.liveness.attack, livenessPassScore(policy)].filter(
    (to, n, all) => from < to && all.indexOf(to) === n,
  );
  return targets.map((to) =>
    changeEvidence(context, [result], (item) => ({ ...item, confidence: to }), {
      what: 'liveness.confidence',
      label: livenessLabel,
      from,
      to,
      size: relativeDistance(from, to, 100),
    }),
  );
};

/** The id of the reference image of a hypothetical session that succeeded. */
const hypotheticalReferenceId = 'wouldbeareference';

const hypotheticalComparison = (
  context: ExplainContext,
  documentFileId: string,
  referenceFileId: string,
): FaceMatchEvidence => ({
  kind: 'face_match',
  documentFileId,
  referenceFileId,
  outcome: 'compared',
  similarity: context.policy.faceMatch.pass,
  ...evidenceStamp(context),
});

const sessionEnd = (result: LivenessResultEvidence | undefined): string | null =>
  result?.status === 'succeeded' ? 'succeeded without a confidence' : (result?.status ?? null);

/** Adds a session that succeeded if there was none or it failed, and the face comparison that would have followed. */
const sessionImprovements: FindPerturbations = (context) => {
  const { front, result, session } = context.currentEvidence;
  if (result && result.value.status === 'succeeded' && result.value.confidence !== null) return [];
  const perturbation = { what: 'liveness.result', label: 'The end of the liveness session', to: 'succeeded', size: 2 };
  const good: LivenessResultEvidence = {
    kind: 'liveness_result',
    sessionId: session?.value.sessionId ?? '',
    status: 'succeeded',
    confidence: livenessPassScore(context.policy),
    referenceFileId: result?.value.referenceFileId ?? hypotheticalReferenceId,
    late: false,
    ...evidenceStamp(context),
  };
  const compared = front
    ? [hypotheticalComparison(context, front.value.file.id, good.referenceFileId ?? hypotheticalReferenceId)]
    : [];
  return [addEvidence(context, [good, ...compared], { ...perturbation, from: sessionEnd(result?.value) })];
};

const similarityImprovements: FindPerturbations = (context) => {
  const { faceMatch: match } = context.currentEvidence;
  const { pass, review } = context.policy.faceMatch;
  const from = match?.value.similarity ?? null;
  if (match?.value.outcome !== 'compared' || from === null) return [];
  const targets = [review, pass].filter((to, n, all) => from < to && all.indexOf(to) === n);
  return targets.map((to) =>
    changeEvidence(context, [match], (item) => ({ ...item, similarity: to }), {
      what: 'face_match.similarity',
      label: 'The similarity of the two faces',
      from,
      to,
      size: relativeDistance(from, to, 100),
    }),
  );
};

/** Adds a face comparison with a similarity, if there was none or it gave none. */
const comparisonImprovements: FindPerturbations = (context) => {
  const { faceMatch: match, front, result } = context.currentEvidence;
  const referenceFileId = result?.value.referenceFileId ?? null;
  if (!front || referenceFileId === null) return [];
  if (match?.value.outcome === 'compared' && match.value.similarity !== null) return [];
  const perturbation: Omit<Perturbation, 'next'> = {
    what: 'face_match.outcome',
    label: 'The comparison of the two faces',
    from: match?.value.outcome === 'compared' ? 'compared without a similarity' : (match?.value.outcome ?? null),
    to: 'compared',
    size: 1,
  };
  return [addEvidence(context, [hypotheticalComparison(context, front.value.file.id, referenceFileId)], perturbation)];
};

/** Finds the perturbations in which the person consented, was live and matched the portrait. */
export const personImprovements: FindPerturbations = (context) =>
  [
    consentImprovements,
    confidenceImprovements,
    sessionImprovements,
    similarityImprovements,
    comparisonImprovements,
  ].flatMap((find) => find(context));
