import type { Policy } from '@portcullis/domain';
import type { CheckName, FlatPolicy } from '@portcullis/domain/checks';
import type { PolicyFinding } from '@portcullis/explain';
import { aPolicy, inProduction } from '../../../support/builders/policies.ts';

/** A policy, and all of its lint findings. */
export type LintCase = {
  readonly sentence: string;
  readonly policy: Policy;
  readonly findings: readonly PolicyFinding[];
};

const finding =
  (level: PolicyFinding['level']) =>
  (pointer: string, message: string): PolicyFinding => ({ level, pointer, message });
export const error = finding('error');
export const warning = finding('warning');

/** The finding that a built-in case is approved. */
export const approved = (check: CheckName, kind: string): PolicyFinding =>
  error(`/checks/${check}`, `a case ${kind} is approved`);

export const found = (sentence: string, policy: FlatPolicy, ...findings: readonly PolicyFinding[]): LintCase => ({
  sentence,
  policy: inProduction(policy),
  findings,
});

const { actions: _, ...rest } = aPolicy();

/** A policy with these actions; `over` gives the other differences. */
export const withActions = (actions: FlatPolicy['actions'], over: Partial<FlatPolicy> = {}): FlatPolicy => ({
  ...rest,
  ...over,
  actions,
});

/** The policy without some of its checks. */
export const withoutChecks = (...names: readonly CheckName[]): FlatPolicy => {
  const kept = Object.entries(aPolicy().checks).filter(([name]) => !names.some((each) => each === name));
  return aPolicy({ checks: Object.fromEntries(kept) });
};
