export { maxOverlapSeconds } from './ports/stores/client-store.ts';
export { clockFault } from './ports/trusted-clock.ts';
export type { Intent } from './use-cases/access/authorize-profile.ts';
export { changeForErasure } from './use-cases/access/change-for-erasure.ts';
export {
  type ChangeDeps,
  type ChangeError,
  changeProfile,
  isoNow,
  type LoadError,
  type Loaded,
  loadFor,
  policyOf,
  type Snapshot,
} from './use-cases/access/change-profile.ts';
export * from './use-cases/access/find-policy.ts';
export { actorOf } from './use-cases/access/flow-token.ts';
export * from './use-cases/access/operation.ts';
export { lackingMethods } from './use-cases/access/port-methods.ts';
export { listPolicies, type PolicyView, readPolicy } from './use-cases/access/read-policies.ts';
export {
  damagedCount,
  entriesOf,
  newestEntry,
  otherProfileFor,
  profileFor,
  profilesFor,
} from './use-cases/access/records.ts';
export type { AttemptResult, ScheduleInterval } from './use-cases/access/with-idempotency-key.ts';
export type { AnalysisView } from './use-cases/documents/analysis-view.ts';
export { defaultStorageLimits, type StorageLimits } from './use-cases/documents/storage-limits.ts';
export type { ImageInput } from './use-cases/documents/supply-images.ts';
export type { IssuedCredentials } from './use-cases/liveness/issue-browser-credentials.ts';
export type { LivenessSessionView } from './use-cases/liveness/open-liveness-session.ts';
export type { LivenessResultView } from './use-cases/liveness/read-liveness-result.ts';
export type { ProfileFailure } from './use-cases/processing/erase-due.ts';
export { type VendorBudgets, withBudgets } from './use-cases/processing/vendor-budget.ts';
export { settledAccessTime } from './use-cases/profiles/read-access-log.ts';
export type { ProviderNames, PublicSettings, SettingsView } from './use-cases/profiles/read-settings.ts';
export type { RedeemedHandoff } from './use-cases/tokens/hand-over.ts';
export * from './use-cases/tokens/known-clients.ts';
export * from './use-cases/tokens/revocation-list.ts';
export type { Revocation } from './use-cases/tokens/revoke-token.ts';
export type { UnregisteredClients } from './use-cases/tokens/verify-token.ts';
