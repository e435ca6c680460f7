export * from './explanation/explain.ts';
export type { Explanation } from './explanation/explanation.ts';
export { replayMismatches } from './explanation/replay.ts';
export * from './policy-lint/lint-policy.ts';
export type { PolicyFinding } from './policy-lint/policy-finding.ts';
export * from './use-cases/explain-decision.ts';
export { newestDecisions, scanPageSize } from './use-cases/recorded-decisions.ts';
export { type ReplayDeps, type Replayed, replayDecisions, replayNewest } from './use-cases/replay-decisions.ts';
export {
  type DocumentSegment,
  type DraftDeps,
  replayUnderPolicy,
  type SimulatedDecision,
  type SimulatedPage,
  simulateNewestDecision,
} from './use-cases/replay-under-policy.ts';
