import { faceThresholds } from '@portcullis/domain/checks';
import type { FaceMatchEvidence, FileEvidence, Indexed } from '@portcullis/domain/evidence';
import {
  consentImprovements,
  consentRegressions,
  hypotheticalComparison,
  sessionImprovements,
} from '../counterfactuals/person.ts';
import {
  addEvidence,
  changeEvidence,
  type ExplainContext,
  type FindPerturbations,
  justBelow,
  type Perturbation,
  relativeDistance,
} from '../counterfactuals/perturbation.ts';
import { missingFrontRegressions } from '../counterfactuals/substitute-improvements.ts';
import { faceMatchOf, outageOf } from '../sample-case/sample-case.ts';
import type { CheckTwin } from './check-twin.ts';

/** The comparison of one side, and how it is called. */
type SideComparison = {
  readonly name: 'face_match' | 'back_face_match';
  readonly faces: string;
  readonly similarity: string;
  readonly match: Indexed<FaceMatchEvidence> | null;
  readonly file: Indexed<FileEvidence>;
};

/** The comparisons that are judged: that of the front, and that of a back that shows a face. */
const comparisonsOf = ({ currentEvidence }: ExplainContext): readonly SideComparison[] => {
  const { back, backFaceMatch, faceMatch: match, front } = currentEvidence;
  const isBackJudged = backFaceMatch?.value.outcome !== 'no_face_on_document';
  return [
    ...(front
      ? [{ name: 'face_match', faces: 'the two faces', similarity: 'The face similarity', match, file: front } as const]
      : []),
    ...(back && isBackJudged
      ? [
          {
            name: 'back_face_match',
            faces: 'the face on the back',
            similarity: 'The face similarity of the back',
            match: backFaceMatch,
            file: back,
          } as const,
        ]
      : []),
  ];
};

const similarityImprovements: FindPerturbations = (context) => {
  return comparisonsOf(context).flatMap(({ match, name, similarity }) => {
    const from = match?.value.similarity ?? null;
    if (match?.value.outcome !== 'compared' || from === null) return [];
    const thresholds = faceThresholds(context.policy, match.value.model);
    const targets = [thresholds?.review ?? from, thresholds?.pass ?? from].filter(
      (to, n, all) => from < to && all.indexOf(to) === n,
    );
    return targets.map((to) =>
      changeEvidence(context, [match], (item) => ({ ...item, similarity: to }), {
        what: `${name}.similarity`,
        label: similarity,
        from,
        to,
        bound: { kind: 'at least' },
        size: relativeDistance(from, to, 100),
      }),
    );
  });
};

/** Adds a face comparison with a similarity, if there was none or it gave none. */
const comparisonImprovements: FindPerturbations = (context) => {
  const referenceFileId = context.currentEvidence.result?.value.referenceFileId ?? null;
  if (referenceFileId === null) return [];
  return comparisonsOf(context).flatMap(({ faces, file, match, name }) => {
    if (match?.value.outcome === 'compared' && match.value.similarity !== null) return [];
    const perturbation: Omit<Perturbation, 'next'> = {
      what: `${name}.outcome`,
      label: `The comparison of ${faces}`,
      from: match?.value.outcome === 'compared' ? 'compared without a similarity' : (match?.value.outcome ?? null),
      to: 'compared',
      size: 1,
    };
    return [addEvidence(context, [hypotheticalComparison(context, file.value.file.id, referenceFileId)], perturbation)];
  });
};

const similarityRegressions: FindPerturbations = (context) => {
  return comparisonsOf(context).flatMap(({ match, name, similarity }) => {
    const from = match?.value.similarity ?? null;
    const thresholds = faceThresholds(context.policy, match?.value.model);
    if (!match || from === null || thresholds === null) return [];
    const { pass } = thresholds;
    const to = justBelow(pass);
    return [
      changeEvidence(context, [match], (item) => ({ ...item, similarity: to }), {
        what: `${name}.similarity`,
        label: similarity,
        from,
        to,
        bound: { kind: 'less than', limit: pass },
        size: relativeDistance(from, to, 100),
      }),
    ];
  });
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
    regressions: {
      person: [similarityRegressions],
      consent: [consentRegressions],
      document: [missingFrontRegressions],
    },
  },
};
