import { type FlatPolicy, faceThresholds, type LivenessThresholds } from '@portcullis/domain/checks';
import type { PathRule } from './lint-path.ts';
import { errorIf, type PolicyFinding, warningIf } from './policy-finding.ts';

/**
 * Thresholds below these values get a warning. The service also warns if its own liveness threshold is below this one.
 */
const lowThresholds = { liveness: 50, faceMatch: 80, names: 80 } as const;

/** Thresholds below these values distinguish nobody from anybody and get an error. */
const meaninglessThresholds = { liveness: 10, faceMatch: 50, names: 50 } as const;

/** In whole days. A grace period longer than this gets a warning. */
const longGraceDays = 365;

const livenessThresholds = ({ liveness }: FlatPolicy): readonly PolicyFinding[] => [
  ...challengeThresholds('/liveness', liveness),
  ...(liveness.movement ? challengeThresholds('/liveness/movement', liveness.movement) : []),
];

const challengeThresholds = (at: string, { pass, attack }: LivenessThresholds): readonly PolicyFinding[] => [
  ...errorIf(
    pass < meaninglessThresholds.liveness,
    `${at}/pass`,
    `is under ${meaninglessThresholds.liveness}: everybody is live`,
  ),
  ...warningIf(
    pass >= meaninglessThresholds.liveness && pass < lowThresholds.liveness,
    `${at}/pass`,
    `is under ${lowThresholds.liveness}: a photo, a screen or a mask can pass for a live person`,
  ),
  ...warningIf(attack === 0, `${at}/attack`, 'is 0: liveness_attack is unreachable'),
  ...warningIf(attack > 0 && attack >= pass, `${at}/attack`, 'is not under pass: liveness_low_score is unreachable'),
];

/** On another scale than that of AWS no number is low in itself, but everybody reaches 0. */
const faceModelThresholds = ({ faceMatch: { models = {} } }: FlatPolicy): readonly PolicyFinding[] =>
  Object.entries(models).flatMap(([model, { pass, review }]) => [
    ...errorIf(pass === 0, `/faceMatch/models/${model}/pass`, 'is 0: every face is the one on the document'),
    ...errorIf(review > pass, `/faceMatch/models/${model}/review`, 'is above pass: the bands are upside down'),
  ]);

const faceMatchThresholds = ({ faceMatch: { pass, review } }: FlatPolicy): readonly PolicyFinding[] => [
  ...errorIf(
    pass < meaninglessThresholds.faceMatch,
    '/faceMatch/pass',
    `is under ${meaninglessThresholds.faceMatch}: every face is the one on the document`,
  ),
  ...warningIf(
    pass >= meaninglessThresholds.faceMatch && pass < lowThresholds.faceMatch,
    '/faceMatch/pass',
    `is under ${lowThresholds.faceMatch}: people who are only alike can pass for one`,
  ),
  ...errorIf(review > pass, '/faceMatch/review', 'is above pass: the bands are upside down'),
  ...warningIf(
    pass > 0 && review === pass,
    '/faceMatch/review',
    'is not under pass: face_match_borderline is unreachable',
  ),
  ...warningIf(pass > 0 && review === 0, '/faceMatch/review', 'is 0: face_mismatch is unreachable'),
];

const nameThresholds = ({ names: { pass } }: FlatPolicy): readonly PolicyFinding[] => [
  ...errorIf(
    pass < meaninglessThresholds.names,
    '/names/pass',
    `is under ${meaninglessThresholds.names}: every name is every other`,
  ),
  ...warningIf(
    pass >= meaninglessThresholds.names && pass < lowThresholds.names,
    '/names/pass',
    `is under ${lowThresholds.names}: names pass for one of which each has a word that the other has not`,
  ),
];

const gracePeriod = ({ documents: { expiryGraceDays } }: FlatPolicy): readonly PolicyFinding[] =>
  warningIf(
    expiryGraceDays > longGraceDays,
    '/documents/expiryGraceDays',
    `is over ${longGraceDays}: documents that ran out more than a year ago are accepted`,
  );

const unusedLimits: PathRule = (policy, ofPath) => {
  const { checks, duplicates, images, minimumAge, velocity } = policy;
  const limits = (group: object): boolean => Object.values(group).some((limit) => limit !== null);
  const { windowSeconds: _, ...counts } = velocity;
  return [
    ...warningIf(
      minimumAge > 0 && !checks.document_age,
      '/minimumAge',
      `is not judged: document_age is not among the checks${ofPath}`,
    ),
    ...warningIf(
      images !== null && !checks.document_quality,
      '/images',
      `are not judged: document_quality is not among the checks${ofPath}`,
    ),
    ...warningIf(
      limits(duplicates) && !checks.duplicates,
      '/duplicates',
      `are not judged: duplicates is not among the checks${ofPath}`,
    ),
    ...warningIf(
      limits(counts) && !checks.velocity,
      '/velocity',
      `is not judged: velocity is not among the checks${ofPath}`,
    ),
  ];
};

const velocityLimits = ({ checks, maxAttempts, velocity }: FlatPolicy): readonly PolicyFinding[] =>
  (['document', 'device', 'reference'] as const).flatMap((kind) => {
    const limit = velocity[kind];
    return warningIf(
      checks.velocity !== undefined && limit !== null && limit < maxAttempts,
      `/velocity/${kind}`,
      `is under maxAttempts: who needs the last attempt has had too many`,
    );
  });

/** Checks that the policy has thresholds for the model whose scores are compared; without a name it is that of AWS. */
export const modelInUseFindings =
  (model: string | undefined): PathRule =>
  (policy) =>
    errorIf(
      policy.checks.face_match !== undefined && faceThresholds(policy, model) === null,
      '/faceMatch/models',
      `has no thresholds for ${model}, which compares the faces: nobody passes`,
    );

/**
 * Checks that the thresholds are in order, that no range between them is empty, and that each belongs to a check of the
 * path.
 */
export const thresholdFindings: PathRule = (policy, ofPath) => [
  ...livenessThresholds(policy),
  ...faceMatchThresholds(policy),
  ...faceModelThresholds(policy),
  ...nameThresholds(policy),
  ...gracePeriod(policy),
  ...unusedLimits(policy, ofPath),
  ...velocityLimits(policy),
];
