export { administrationEntry, isAdministrationEntry } from './access/administration-event.ts';
export { isHoldEntry, isOperatorHold } from './access/hold-entry.ts';
export { type BackTest, maxBackTestExamples, maxBackTestReasons } from './ports/back-test.ts';
export type { HealthProbe } from './ports/health-probe.ts';
export {
  isDamagedEntry,
  type ListEntry,
  type ListEntryRecord,
  type ListedEntry,
  type ListPosition,
  type ListStore,
} from './ports/list-store.ts';
export type { PasswordHasher } from './ports/password-hasher.ts';
export {
  type DamagedDraft,
  type DraftPerson,
  type DraftRecord,
  type DraftStatus,
  draftStatuses,
  isDamagedDraft,
  maxClosedDrafts,
  maxOpenDrafts,
  type PolicyDraft,
  type PolicyDrafts,
} from './ports/policy-drafts.ts';
export type { RecordFault, RecordFinding, RecordInspector } from './ports/record-inspector.ts';
export type { RecordScanner } from './ports/record-scanner.ts';
export { maxClaims, type ReviewClaim, type ReviewClaims, type ReviewHolder } from './ports/review-claims.ts';
export {
  maxAmong,
  maxWaiting,
  type QueuedProfile,
  type QueuePage,
  type QueuePosition,
  type ReviewQueue,
  type WaitingCount,
} from './ports/review-queue.ts';
export type { StaffAccount, StaffDirectory } from './ports/staff-directory.ts';
export {
  type StaffClaims,
  type StaffLogout,
  type StaffProvider,
  type StaffSignInCause,
  type StaffSignInRefused,
  type StaffSignInStart,
  signInTransactionSeconds,
  staffSignInRefused,
  wholePartner,
} from './ports/staff-provider.ts';
export {
  type ListedSession,
  StaffId,
  type StaffIdentity,
  type StaffSession,
  type StaffSessions,
} from './ports/staff-sessions.ts';
export type { DatabaseSize, DueCount, WorkCounts } from './ports/work-counts.ts';
