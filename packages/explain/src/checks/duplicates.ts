import { declinedKinds, fingerprintKinds } from '@portcullis/domain/evidence';
import {
  countImprovements,
  declinedPerturbation,
  listImprovements,
  lookupImprovements,
  othersPerturbation,
  unreadableImprovements,
} from '../counterfactuals/history.ts';
import type { FindPerturbations } from '../counterfactuals/perturbation.ts';
import type { CheckTwin } from './check-twin.ts';

/** Raises the number of other references beyond its limit. */
const othersRegressions: FindPerturbations = (context) =>
  fingerprintKinds.flatMap((kind) => {
    const limit = context.policy.duplicates[kind];
    return limit === null ? [] : othersPerturbation(context, kind, limit + 1);
  });

/** Lets a profile that showed the same be declined. */
const declinedRegressions: FindPerturbations = (context) =>
  declinedKinds.flatMap((kind) =>
    context.policy.duplicates[kind] === null ? [] : declinedPerturbation(context, kind, 1),
  );

/** Whether it was seen under other references, or is on a list of the tenant. */
export const duplicates: CheckTwin = {
  attackCases: [],
  counterfactuals: {
    improvements: { history: [countImprovements, listImprovements, unreadableImprovements, lookupImprovements] },
    regressions: { history: [othersRegressions, declinedRegressions] },
  },
};
