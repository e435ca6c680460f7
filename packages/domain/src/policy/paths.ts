import type { Evidence } from '../evidence/evidence.ts';
import type { CheckName } from './check-names.ts';
import type { CommonRules, FlatPolicy, Policy, PolicyPath, PolicyWithPaths } from './policy.ts';

/** The name of the one path of a flat policy. */
export const flatPathId = 'document';

/** The paths of a policy, in the order of its preference. */
export const pathsOf = (policy: Policy): readonly PolicyPath[] =>
  policy.paths ?? [{ id: flatPathId, steps: policy.steps, optionalSteps: policy.optionalSteps, checks: policy.checks }];

/** The rules of a policy with paths, without them. */
const commonRules = ({ always: _, paths: __, ...rules }: PolicyWithPaths): CommonRules => rules;

/** The flat policy that decides over one path. A policy that is flat already is its own. */
export const policyOfPath = (policy: Policy, { checks, optionalSteps, steps }: PolicyPath): FlatPolicy =>
  policy.paths === undefined
    ? policy
    : { ...commonRules(policy), steps, optionalSteps, checks: { ...checks, ...policy.always } };

/** Whether any path runs this check. */
export const runsCheck = (policy: Policy, name: CheckName): boolean =>
  pathsOf(policy).some((path) => policyOfPath(policy, path).checks[name] !== undefined);

/** The path that the person is in, by the evidence of a profile. */
const openPath = (policy: Policy, _evidence: readonly Evidence[]): PolicyPath => {
  const [first] = pathsOf(policy);
  if (first === undefined) throw new TypeError('a policy has no path');
  return first;
};

/** The flat policy of the path that the person is in. */
export const openPolicy = (policy: Policy, evidence: readonly Evidence[]): FlatPolicy =>
  policyOfPath(policy, openPath(policy, evidence));
