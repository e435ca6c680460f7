import {
  consentImprovements,
  consentRegressions,
  hypotheticalComparison,
  sessionImprovements,
} from '../counterfactuals/person.ts';
import {
  addEvidence,
  changeEvidence,
  type FindPerturbations,
  justBelow,
  type Perturbation,
  relativeDistance,
} from '../counterfactuals/perturbation.ts';
import { withoutFront } from '../counterfactuals/substitute-improvements.ts';
import { faceMatchOf, outageOf } from '../sample-case/sample-case.ts';
import type { CheckTwin } from './check-twin.ts';

const similarityLabel = 'The face similarity';

const similarityImprovements: FindPerturbations = (context) => {
  const { faceMatch: match } = context.currentEvidence;
  const { pass, review } = context.policy.faceMatch;
  const from = match?.value.similarity ?? null;
  if (match?.value.outcome !== 'compared' || from === null) return [];
  const targets = [review, pass].filter((to, n, all) => from < to && all.indexOf(to) === n);
  return targets.map((to) =>
    changeEvidence(context, [match], (item) => ({ ...item, similarity: to }), {
      what: 'face_match.similarity',
      label: similarityLabel,
      from,
      to,
      bound: { kind: 'at least' },
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

const similarityRegressions: FindPerturbations = (context) => {
  const { faceMatch: match } = context.currentEvidence;
  const from = match?.value.similarity ?? null;
  const { pass } = context.policy.faceMatch;
  const to = justBelow(pass);
  if (!match || from === null) return [];
  return [
    changeEvidence(context, [match], (item) => ({ ...item, similarity: to }), {
      what: 'face_match.similarity',
      label: similarityLabel,
      from,
      to,
      bound: { kind: 'less than', limit: pass },
      size: relativeDistance(from, to, 100),
    }),
  ];
};

/** Whether it was the person on the document. */
export const faceMatch: CheckTwin = {
  indispensableBecause: 'nothing else says that it was the person on the document',
  attackCases: [
    { name: 'without a comparison of the faces', change: () => ({ faces: [] }) },
    {
      name: 'whose faces could not be compared',
      change: () => ({ faces: outageOf('face_match') }),
    },
    {
      name: 'with a document without a face',
      change: () => ({ faces: faceMatchOf({ outcome: 'no_face_on_document', similarity: null }) }),
    },
    {
      name: 'with the document of somebody else',
      change: () => ({ faces: faceMatchOf({ similarity: 0 }) }),
    },
  ],
  counterfactuals: {
    improvements: {
      consent: [consentImprovements],
      person: [sessionImprovements, similarityImprovements, comparisonImprovements],
    },
    regressions: { person: [similarityRegressions], consent: [consentRegressions], document: [withoutFront] },
  },
};
