import { type LivenessThresholds, livenessThresholds } from '@portcullis/domain/checks';
import type { ConsentEvidence, FaceMatchEvidence, LivenessResultEvidence } from '@portcullis/domain/evidence';
import { usualChallenge } from '@portcullis/domain/kernel';
import {
  addEvidence,
  changeEvidence,
  type ExplainContext,
  evidenceStamp,
  type FindPerturbations,
} from './perturbation.ts';

const withAnswer =
  (granted: boolean) =>
  ({ scope: _, ...item }: ConsentEvidence): ConsentEvidence => ({ ...item, granted });

/** Gives the consent that was declined or missing. */
export const consentImprovements: FindPerturbations = (context) => {
  const { consent } = context.currentEvidence;
  const perturbation = { what: 'consent', label: 'The consent of the person', to: 'granted', size: 1 };
  if (consent?.value.granted === false) {
    return [changeEvidence(context, [consent], withAnswer(true), { ...perturbation, from: 'declined' })];
  }
  if (consent) return [];
  const given = { kind: 'consent', textVersion: '', locale: '', granted: true, ...evidenceStamp(context) } as const;
  return [addEvidence(context, [given], { ...perturbation, from: null })];
};

/** Declines the consent. */
export const consentRegressions: FindPerturbations = (context) => {
  const { consent } = context.currentEvidence;
  if (!consent) return [];
  return [
    changeEvidence(context, [consent], withAnswer(false), {
      what: 'consent',
      label: 'The consent of the person',
      from: 'granted',
      to: 'declined',
      size: 1,
    }),
  ];
};

/**
 * The confidence from which on a session passes. The attack limit is judged first, and the threshold may be below it.
 */
export const livenessPassScore = ({ pass, attack }: LivenessThresholds): number => Math.max(pass, attack);

/** The thresholds of the session that was judged, or of one that would be opened. */
export const livenessThresholdsOf = ({ currentEvidence, policy }: ExplainContext): LivenessThresholds => {
  const { result, session, sessionOfResult } = currentEvidence;
  const opened = (sessionOfResult ?? session)?.value.challenge ?? null;
  return livenessThresholds(policy, opened, result?.value.challenge ?? null);
};

/** The id of the reference image of a hypothetical session that succeeded. */
const hypotheticalReferenceId = 'wouldbeareference';

/** The comparison of faces that would have followed. */
export const hypotheticalComparison = (
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
export const sessionImprovements: FindPerturbations = (context) => {
  const { back, front, result, session } = context.currentEvidence;
  const isJudged = result !== null && (result.value.confidence !== null || result.value.live !== undefined);
  if (isJudged && result.value.status === 'succeeded') return [];
  const perturbation = { what: 'liveness.result', label: 'The end of the liveness session', to: 'succeeded', size: 2 };
  const good: LivenessResultEvidence = {
    kind: 'liveness_result',
    sessionId: session?.value.sessionId ?? '',
    status: 'succeeded',
    confidence: livenessPassScore(livenessThresholdsOf(context)),
    challenge: session ? (session.value.challenge ?? null) : usualChallenge,
    referenceFileId: result?.value.referenceFileId ?? hypotheticalReferenceId,
    late: false,
    ...evidenceStamp(context),
  };
  const photos = [front, back].flatMap((photo) => photo ?? []);
  const compared = photos.map(({ value: { file } }) =>
    hypotheticalComparison(context, file.id, good.referenceFileId ?? hypotheticalReferenceId),
  );
  return [addEvidence(context, [good, ...compared], { ...perturbation, from: sessionEnd(result?.value) })];
};
