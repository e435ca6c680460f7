export { decodeListCursor, decodeQueueCursor } from './access/page-cursors.ts';
export { reviewOutcomes } from './access/review-outcomes.ts';
export { awaitingSecret, defaultOverlapSeconds } from './clients/client-secrets.ts';
export { type CreatedClient, partnerScopes } from './clients/create-client.ts';
export type { ClientList } from './clients/list-clients.ts';
export {
  type Backoffice,
  type BackofficePorts,
  type BackofficeSettings,
  createBackoffice,
} from './create-backoffice.ts';
export type { ListSubject } from './lists/add-to-list.ts';
export { findListEntryRecord, listByOperator } from './lists/list-by-operator.ts';
export type { ListEntryView } from './lists/list-view.ts';
export type { ListFilter } from './lists/read-lists.ts';
export type { Components, Health } from './operators/check-health.ts';
export { eraseAgain } from './operators/erase-again.ts';
export { type Examined, type ExaminedPage, type ExamineLedger, examineLedger } from './operators/examine-ledger.ts';
export { holdProfile } from './operators/hold-profile.ts';
export { type LedgerFault, ledgerFaults } from './operators/ledger-faults.ts';
export { listRetained, type RetainedProfile, readStatusSince } from './operators/list-retained.ts';
export {
  type EndpointHealth,
  type Funnel,
  type OperationsView,
  operationsParts,
} from './operators/read-operations.ts';
export type { ClosedDamage } from './policy-drafts/discard-draft.ts';
export type { DraftView } from './policy-drafts/draft-deps.ts';
export type { DuplicatesView } from './reviews/find-duplicates.ts';
export { claimFilters, type ReviewFilter, type ReviewPage } from './reviews/list-reviews.ts';
export type { ReviewCount, ReviewSummaryView } from './reviews/review-summary.ts';
export type { ReviewView } from './reviews/review-view.ts';
export type { NameSearch } from './reviews/search-by-name.ts';
export { maxFound, type ReviewSearch } from './reviews/search-reviews.ts';
export { endSessions, type SignedInMember } from './staff/end-sessions.ts';
export {
  type AddStaff,
  addStaff,
  changeStaff,
  type IssuedAccount,
  removeDamagedStaff,
  resetStaff,
} from './staff/manage-staff.ts';
export { idleEndOf } from './staff/session-life.ts';
export type { OnStaffSignInRefused } from './staff/sign-in-at-provider.ts';
export { staffUsername } from './staff/sign-in-staff.ts';
export type { StartedSession } from './staff/start-staff-session.ts';
export { principalOf, type StaffMemberView } from './staff/verify-staff-session.ts';
