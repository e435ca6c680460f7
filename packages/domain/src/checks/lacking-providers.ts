import type { Step } from '../kernel/steps.ts';
import { type CheckName, checkNames } from '../policy/check-names.ts';
import { allowsOverride, biometricChecks, type FlatPolicy } from '../policy/policy.ts';
import type { VerificationProvider } from './check-module.ts';
import { checkModules } from './registry.ts';

/** A step or a check that nobody can complete, because no provider of this is configured. */
export type LackingProvider = { readonly of: Step | CheckName; readonly provider: VerificationProvider };

const providersOfStep: { readonly [Name in Step]?: readonly VerificationProvider[] } = {
  liveness: ['liveness'],
  device: ['device'],
};

/** Whether a reviewer may approve although the check has no result. */
const mayBeOverridden = (policy: FlatPolicy, name: CheckName): boolean =>
  biometricChecks.some((one) => one === name && allowsOverride(policy, one));

/**
 * What keeps everybody from being approved on one path while these providers are absent: a step that is asked for
 * and that nobody can do, and a required check without a result, unless a reviewer may approve over it.
 */
export const lackingProviders = (
  policy: FlatPolicy,
  absent: readonly VerificationProvider[],
): readonly LackingProvider[] => {
  const lacking = (of: Step | CheckName, needed: readonly VerificationProvider[]): readonly LackingProvider[] =>
    absent
      .filter((provider) => needed.includes(provider))
      .slice(0, 1)
      .map((provider) => ({ of, provider }));
  const required = checkNames.filter((name) => policy.checks[name] === 'required' && !mayBeOverridden(policy, name));
  return [
    ...policy.steps.flatMap((step) => lacking(step, providersOfStep[step] ?? [])),
    ...required.flatMap((name) => lacking(name, checkModules[name].dependsOn)),
  ];
};
