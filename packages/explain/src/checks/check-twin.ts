import type { FindPerturbations } from '../counterfactuals/perturbation.ts';
import type { AttackCase } from '../sample-case/attack-case.ts';

/**
 * The changes of a counterfactual. Among several changes of one size the first is shown, so that the order is part of
 * what is answered.
 */
export const improvementOrder = [
  'photos',
  'reading',
  'barcode',
  'day',
  'mrz',
  'document',
  'substitute',
  'claims',
  'consent',
  'person',
  'device',
  'history',
] as const;
export const regressionOrder = [
  'person',
  'day',
  'photos',
  'reading',
  'device',
  'history',
  'consent',
  'document',
] as const satisfies readonly (typeof improvementOrder)[number][];

type BySubject<Subject extends string> = { readonly [S in Subject]?: readonly FindPerturbations[] };

/**
 * The knowledge of explaining and the policy lint about one check, beside its module in the domain. Perturbations that
 * serve several checks are named by each of them and tried once.
 */
export type CheckTwin = {
  /** The finding of this check alone, if no policy may approve without it. */
  readonly indispensableBecause?: string;
  /** The check rests on what was seen in a picture. None of its reasons leads to more than a review. */
  readonly isCappedAtReview?: true;
  /** Cases with one defect that only this check finds. */
  readonly attackCases: readonly AttackCase[];
  readonly counterfactuals: {
    /** Changes by which the check could have passed. */
    readonly improvements: BySubject<(typeof improvementOrder)[number]>;
    /** Changes by which the check could have failed. */
    readonly regressions: BySubject<(typeof regressionOrder)[number]>;
  };
};
