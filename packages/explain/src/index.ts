export * from './explanation/explain.ts';
export * from './explanation/explanation.ts';
export * from './explanation/nearest-counterfactual.ts';
export * from './explanation/replay.ts';
export * from './policy-lint/lint-policy.ts';
export type { PolicyFinding } from './policy-lint/policy-finding.ts';
export * from './use-cases/explain-decision.ts';
export * from './use-cases/replay-decisions.ts';
export * from './use-cases/replay-under-policy.ts';
