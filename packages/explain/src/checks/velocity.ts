import {
  attemptsPerturbation,
  countImprovements,
  lookupImprovements,
  velocityKinds,
} from '../counterfactuals/history.ts';
import type { FindPerturbations } from '../counterfactuals/perturbation.ts';
import type { CheckTwin } from './check-twin.ts';

/** Raises the number of attempts beyond its limit. */
const attemptsRegressions: FindPerturbations = (context) =>
  velocityKinds.flatMap((kind) => {
    const limit = context.policy.velocity[kind];
    return limit === null ? [] : attemptsPerturbation(context, kind, limit + 1);
  });

/** Whether there were too many attempts in the window. */
export const velocity: CheckTwin = {
  attackCases: [],
  counterfactuals: {
    improvements: { history: [countImprovements, lookupImprovements] },
    regressions: { history: [attemptsRegressions] },
  },
};
