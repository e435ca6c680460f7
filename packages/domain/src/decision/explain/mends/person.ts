import type { FaceMatchEvidence, LivenessResultEvidence } from '../../../evidence/evidence.ts';
import type { Policy } from '../../policy.ts';
import { adding, type Edit, type EditsOf, editing, markOf, type Scene, shareOf } from '../edit.ts';

const consentMends: EditsOf = (scene) => {
  const { consent } = scene.inForce;
  const edit = { what: 'consent', noun: 'The consent of the person', to: 'granted', size: 1 };
  if (consent?.item.granted === false) {
    return [editing(scene, [consent], (item) => ({ ...item, granted: true }), { ...edit, from: 'declined' })];
  }
  if (consent) return [];
  const given = { kind: 'consent', textVersion: '', locale: '', granted: true, ...markOf(scene) } as const;
  return [adding(scene, [given], { ...edit, from: null })];
};

/**
 * The confidence from which on a session passes. The attack limit is judged first, and the threshold may be below it.
 */
export const passing = ({ liveness }: Policy): number => Math.max(liveness.pass, liveness.attack);

const livenessNoun = 'The confidence of the liveness session';

const confidenceMends: EditsOf = (scene) => {
  const { policy } = scene;
  const { result } = scene.inForce;
  const from = result?.item.confidence ?? null;
  if (result?.item.status !== 'succeeded' || from === null) return [];
  const aims = [policy.liveness.attack, passing(policy)].filter((to, n, all) => from < to && all.indexOf(to) === n);
  return aims.map((to) =>
    editing(scene, [result], (item) => ({ ...item, confidence: to }), {
      what: 'liveness.confidence',
      noun: livenessNoun,
      from,
      to,
      size: shareOf(from, to, 100),
    }),
  );
};

/** The id of the reference image of a hypothetical session that succeeded. */
const reference = 'wouldbeareference';

const comparedWith = (scene: Scene, documentFileId: string, referenceFileId: string): FaceMatchEvidence => ({
  kind: 'face_match',
  documentFileId,
  referenceFileId,
  outcome: 'compared',
  similarity: scene.policy.faceMatch.pass,
  ...markOf(scene),
});

const endOf = (result: LivenessResultEvidence | undefined): string | null =>
  result?.status === 'succeeded' ? 'succeeded without a confidence' : (result?.status ?? null);

/** Adds a session that succeeded if there was none or it failed, and the face comparison that would have followed. */
const sessionMends: EditsOf = (scene) => {
  const { front, result, session } = scene.inForce;
  if (result && result.item.status === 'succeeded' && result.item.confidence !== null) return [];
  const edit = { what: 'liveness.result', noun: 'The end of the liveness session', to: 'succeeded', size: 2 };
  const good: LivenessResultEvidence = {
    kind: 'liveness_result',
    sessionId: session?.item.sessionId ?? '',
    status: 'succeeded',
    confidence: passing(scene.policy),
    referenceFileId: result?.item.referenceFileId ?? reference,
    late: false,
    ...markOf(scene),
  };
  const compared = front ? [comparedWith(scene, front.item.file.id, good.referenceFileId ?? reference)] : [];
  return [adding(scene, [good, ...compared], { ...edit, from: endOf(result?.item) })];
};

const similarityMends: EditsOf = (scene) => {
  const { faceMatch: match } = scene.inForce;
  const { pass, review } = scene.policy.faceMatch;
  const from = match?.item.similarity ?? null;
  if (match?.item.outcome !== 'compared' || from === null) return [];
  const aims = [review, pass].filter((to, n, all) => from < to && all.indexOf(to) === n);
  return aims.map((to) =>
    editing(scene, [match], (item) => ({ ...item, similarity: to }), {
      what: 'face_match.similarity',
      noun: 'The similarity of the two faces',
      from,
      to,
      size: shareOf(from, to, 100),
    }),
  );
};

/** Adds a face comparison with a similarity, if there was none or it gave none. */
const comparisonMends: EditsOf = (scene) => {
  const { faceMatch: match, front, result } = scene.inForce;
  const referenceFileId = result?.item.referenceFileId ?? null;
  if (!front || referenceFileId === null) return [];
  if (match?.item.outcome === 'compared' && match.item.similarity !== null) return [];
  const edit: Omit<Edit, 'next'> = {
    what: 'face_match.outcome',
    noun: 'The comparison of the two faces',
    from: match?.item.outcome === 'compared' ? 'compared without a similarity' : (match?.item.outcome ?? null),
    to: 'compared',
    size: 1,
  };
  return [adding(scene, [comparedWith(scene, front.item.file.id, referenceFileId)], edit)];
};

/** Finds the perturbations in which the person consented, was live and matched the portrait. */
export const personMends: EditsOf = (scene) =>
  [consentMends, confidenceMends, sessionMends, similarityMends, comparisonMends].flatMap((edits) => edits(scene));
