export { decodeListCursor, decodeQueueCursor } from './access/page-cursors.ts';
export { reviewOutcomes } from './access/review-outcomes.ts';
export { backTests, type ReadBackTest, type StartBackTest } from './back-tests/back-tests.ts';
export { type ClientFailure, rotateClientSecret, setClientDisabled } from './clients/change-client.ts';
export { awaitingSecret, defaultOverlapSeconds } from './clients/client-secrets.ts';
export { type CreatedClient, createClient, partnerScopes } from './clients/create-client.ts';
export { type ClientList, listClients } from './clients/list-clients.ts';
export { type BackofficePorts, type BackofficeSettings, createBackoffice } from './create-backoffice.ts';
export { type AddedToList, addToList, type ListSubject } from './lists/add-to-list.ts';
export { findListEntryRecord, listByOperator } from './lists/list-by-operator.ts';
export type { ListEntryView } from './lists/list-view.ts';
export { type ListFilter, type ReadEntries, readLists } from './lists/read-lists.ts';
export { removeFromList } from './lists/remove-from-list.ts';
export { type Components, checkHealth, type Health } from './operators/check-health.ts';
export { eraseAgain } from './operators/erase-again.ts';
export { type Examined, type ExaminedPage, type ExamineLedger, examineLedger } from './operators/examine-ledger.ts';
export { holdProfile } from './operators/hold-profile.ts';
export { holdReview } from './operators/hold-review.ts';
export { type LedgerFault, ledgerFaults } from './operators/ledger-faults.ts';
export { listRetained, type RetainedProfile, readStatusSince } from './operators/list-retained.ts';
export { type EndpointHealth, type Funnel, type OperationsView, readOperations } from './operators/read-operations.ts';
export { type ClosedDamage, discardDraft } from './policy-drafts/discard-draft.ts';
export type { DraftView, OwnDraft } from './policy-drafts/draft-deps.ts';
export { lintDraft } from './policy-drafts/lint-draft.ts';
export { type PublishFailure, publishDraft } from './policy-drafts/publish-draft.ts';
export { getDraft, listDrafts } from './policy-drafts/read-drafts.ts';
export { createDraft, replaceDraft } from './policy-drafts/write-draft.ts';
export { claimNext } from './reviews/claim-next.ts';
export { type ClaimError, claimReview, releaseReview } from './reviews/claim-review.ts';
export { decideReview } from './reviews/decide-review.ts';
export { type DuplicatesView, findDuplicates } from './reviews/find-duplicates.ts';
export { getReview } from './reviews/get-review.ts';
export { claimFilters, listReviews, type ReviewFilter, type ReviewPage } from './reviews/list-reviews.ts';
export { type ReviewCount, type ReviewSummaryView, reviewSummary } from './reviews/review-summary.ts';
export type { ReviewView } from './reviews/review-view.ts';
export { type NameSearch, searchByName } from './reviews/search-by-name.ts';
export { maxFound, type ReviewSearch, searchReviews } from './reviews/search-reviews.ts';
export { endProviderSessions } from './staff/end-provider-sessions.ts';
export { endSessions, endSessionsOf, listSignedIn, type SignedInMember } from './staff/end-sessions.ts';
export {
  type AddStaff,
  addStaff,
  changeStaff,
  type IssuedAccount,
  removeDamagedStaff,
  resetStaff,
} from './staff/manage-staff.ts';
export { idleEndOf } from './staff/session-life.ts';
export { beginStaffSignIn, finishStaffSignIn, type OnStaffSignInRefused } from './staff/sign-in-at-provider.ts';
export { signInStaff, staffUsername } from './staff/sign-in-staff.ts';
export type { StartedSession } from './staff/start-staff-session.ts';
export {
  endStaffSession,
  principalOf,
  readStaffMember,
  type StaffMemberView,
  verifyStaffSession,
} from './staff/verify-staff-session.ts';
