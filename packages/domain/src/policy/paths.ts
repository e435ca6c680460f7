import type { Evidence } from '../evidence/evidence.ts';
import type { Step } from '../kernel/steps.ts';
import type { CheckName } from './check-names.ts';
import type { CommonRules, FlatPolicy, PathRules, Policy, PolicyPath, PolicyWithPaths } from './policy.ts';

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

/** The path that was chosen last and that the policy has, or else its first one. */
export const openPath = (policy: Policy, evidence: readonly Evidence[]): PolicyPath => {
  const paths = pathsOf(policy);
  const chosen = evidence.findLast((item) => item.kind === 'path_chosen' && paths.some(({ id }) => id === item.path));
  const open = paths.find(({ id }) => chosen?.kind === 'path_chosen' && chosen.path === id) ?? paths[0];
  if (open === undefined) throw new TypeError('a policy has no path');
  return open;
};

/** The flat policy of the path that the person is in. */
export const openPolicy = (policy: Policy, evidence: readonly Evidence[]): FlatPolicy =>
  policyOfPath(policy, openPath(policy, evidence));

/** Whether a path asks for a step, or lets it be done. */
export const hasStep = ({ optionalSteps, steps }: PathRules, step: Step): boolean =>
  steps.includes(step) || optionalSteps.includes(step);
