import type { CurrentEvidence } from '../../evidence/current-evidence.ts';
import { isSupplied } from '../../evidence/current-evidence.ts';
import type { Step } from '../../kernel/steps.ts';
import type { CheckName } from '../../policy/check-names.ts';
import { hasStep } from '../../policy/paths.ts';
import type { PathRules } from '../../policy/policy.ts';

/** The checks that look at all evidence in every path: what they ask about is not of one path. */
const commonChecks: readonly CheckName[] = ['device', 'duplicates', 'velocity'];

export const isCommonCheck = (name: CheckName): boolean => commonChecks.includes(name);

/** The steps whose evidence belongs to the paths that have them. Consent, claims and the device are common. */
const ownSteps: readonly Step[] = ['document_front', 'document_back', 'liveness'];

const showsDocument = (path: PathRules): boolean => hasStep(path, 'document_front') || hasStep(path, 'document_back');

const withoutDocument = (selected: CurrentEvidence): CurrentEvidence => ({
  ...selected,
  front: null,
  back: null,
  replaced: [],
  reading: null,
  readings: [],
  earlierReadings: [],
  failures: { ...selected.failures, document_reading: [] },
});

const withoutFace = (selected: CurrentEvidence): CurrentEvidence => ({
  ...selected,
  session: null,
  result: null,
  sessionOfResult: null,
  inconclusive: null,
  lostSessions: [],
});

/** The comparisons of the document with the face need both. */
const withoutComparison = (selected: CurrentEvidence): CurrentEvidence => ({
  ...selected,
  sameAsReference: [],
  faceMatch: null,
  backFaceMatch: null,
  failures: { ...selected.failures, face_match: [], back_face_match: [] },
});

/**
 * The evidence of a path: that of its own steps, and the common one. The two sides of a document are one source, since
 * they are read together.
 */
export const evidenceOfPath = (path: PathRules, selected: CurrentEvidence): CurrentEvidence => {
  const hasFace = hasStep(path, 'liveness');
  const hasDocument = showsDocument(path);
  const ofDocument = hasDocument ? selected : withoutDocument(selected);
  const ofFace = hasFace ? ofDocument : withoutFace(ofDocument);
  return hasFace && hasDocument ? ofFace : withoutComparison(ofFace);
};

/** Whether something was supplied for a path that is not common. */
export const isPathBegun = (path: PathRules, selected: CurrentEvidence): boolean =>
  ownSteps.some((step) => hasStep(path, step) && isSupplied(step, selected));

/** Whether every step that a path requires was supplied. */
export const isPathComplete = ({ steps }: PathRules, selected: CurrentEvidence): boolean =>
  steps.every((step) => isSupplied(step, selected));

/** The steps of a path that are not common. */
export const isOwnStep = (step: Step): boolean => ownSteps.includes(step);
