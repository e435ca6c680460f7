import type { Policy } from '../policy.ts';
import { errorIf, type PolicyFinding, warningIf } from './finding.ts';

/**
 * Thresholds below these values get a warning. The service also warns if its own liveness threshold is below this one.
 */
const careless = { liveness: 50, faceMatch: 80, names: 80 } as const;

/** Thresholds below these values distinguish nobody from anybody and get an error. */
const senseless = { liveness: 10, faceMatch: 50, names: 50 } as const;

/** In whole days. A grace period longer than this gets a warning. */
const longGrace = 365;

const livenessBands = ({ liveness: { pass, attack } }: Policy): readonly PolicyFinding[] => [
  ...errorIf(pass < senseless.liveness, '/liveness/pass', `is under ${senseless.liveness}: everybody is live`),
  ...warningIf(
    pass >= senseless.liveness && pass < careless.liveness,
    '/liveness/pass',
    `is under ${careless.liveness}: a photo, a screen or a mask can pass for a live person`,
  ),
  ...warningIf(attack === 0, '/liveness/attack', 'is 0: liveness_attack is unreachable'),
  ...warningIf(
    attack > 0 && attack >= pass,
    '/liveness/attack',
    'is not under pass: liveness_low_score is unreachable',
  ),
];

const faceBands = ({ faceMatch: { pass, review } }: Policy): readonly PolicyFinding[] => [
  ...errorIf(
    pass < senseless.faceMatch,
    '/faceMatch/pass',
    `is under ${senseless.faceMatch}: every face is the one on the document`,
  ),
  ...warningIf(
    pass >= senseless.faceMatch && pass < careless.faceMatch,
    '/faceMatch/pass',
    `is under ${careless.faceMatch}: people who are only alike can pass for one`,
  ),
  ...errorIf(review > pass, '/faceMatch/review', 'is above pass: the bands are upside down'),
  ...warningIf(
    pass > 0 && review === pass,
    '/faceMatch/review',
    'is not under pass: face_match_borderline is unreachable',
  ),
  ...warningIf(pass > 0 && review === 0, '/faceMatch/review', 'is 0: face_mismatch is unreachable'),
];

const nameBands = ({ names: { pass } }: Policy): readonly PolicyFinding[] => [
  ...errorIf(pass < senseless.names, '/names/pass', `is under ${senseless.names}: every name is every other`),
  ...warningIf(
    pass >= senseless.names && pass < careless.names,
    '/names/pass',
    `is under ${careless.names}: names pass for one of which each has a word that the other has not`,
  ),
];

const grace = ({ documents: { expiryGraceDays } }: Policy): readonly PolicyFinding[] =>
  warningIf(
    expiryGraceDays > longGrace,
    '/documents/expiryGraceDays',
    `is over ${longGrace}: documents that ran out more than a year ago are accepted`,
  );

const notJudged = (policy: Policy): readonly PolicyFinding[] => {
  const { checks, duplicates, images, minimumAge, velocity } = policy;
  const limits = (group: object): boolean => Object.values(group).some((limit) => limit !== null);
  const { windowSeconds: _, ...counts } = velocity;
  return [
    ...warningIf(
      minimumAge > 0 && !checks.document_age,
      '/minimumAge',
      'is not judged: document_age is not among the checks',
    ),
    ...warningIf(
      images !== null && !checks.document_quality,
      '/images',
      'are not judged: document_quality is not among the checks',
    ),
    ...warningIf(
      limits(duplicates) && !checks.duplicates,
      '/duplicates',
      'are not judged: duplicates is not among the checks',
    ),
    ...warningIf(limits(counts) && !checks.velocity, '/velocity', 'is not judged: velocity is not among the checks'),
  ];
};

const tries = ({ checks, maxAttempts, velocity }: Policy): readonly PolicyFinding[] =>
  (['document', 'device', 'reference'] as const).flatMap((kind) => {
    const most = velocity[kind];
    return warningIf(
      checks.velocity !== undefined && most !== null && most < maxAttempts,
      `/velocity/${kind}`,
      `is under maxAttempts: who needs the last attempt has had too many`,
    );
  });

/**
 * Checks that the thresholds are in order, that no range between them is empty, and that each belongs to a check of the
 * policy.
 */
export const bands = (policy: Policy): readonly PolicyFinding[] => [
  ...livenessBands(policy),
  ...faceBands(policy),
  ...nameBands(policy),
  ...grace(policy),
  ...notJudged(policy),
  ...tries(policy),
];
