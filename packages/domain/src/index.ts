export type { DocumentReading } from '@portcullis/documents';
export { combineReadings } from '@portcullis/documents';
export { decide, type Verdict } from './checks/decide.ts';
export type { Decision, Outcome } from './checks/decision.ts';
export type { Check } from './checks/shared/check.ts';
export {
  createVerification,
  type Verification,
  type VerificationOptions,
  type VerificationPorts,
} from './create-verification.ts';
export type { Claimed, Evidence } from './evidence/evidence.ts';
export {
  type DomainError,
  type InvalidToken,
  type InvalidTransition,
  type LimitReached,
  type NotFound,
  notFound,
  type TooLarge,
  type Unavailable,
  type UnsupportedMedia,
  unavailable,
  type VersionConflict,
} from './kernel/errors.ts';
export { E, type Either, pipe, type TaskEither, TE } from './kernel/fp.ts';
export type { ProfileId } from './kernel/ids.ts';
export type { FlowPrincipal, MachinePrincipal, Principal, Tenant } from './kernel/principal.ts';
export { isRejection, promised, type Rejection } from './kernel/promised.ts';
export type { Status } from './kernel/status.ts';
export type { Step } from './kernel/steps.ts';
export type { LedgerEntry } from './ledger/entry.ts';
export { verifyChain } from './ledger/verify-chain.ts';
export type { ChainVerdict } from './ledger/walk-chain.ts';
export { applicantMessage } from './policy/messages/messages.ts';
export type { Policy, PolicyRef } from './policy/policy.ts';
export { type ReasonCode, staffMessage } from './policy/reasons.ts';
export { standardPolicy } from './policy/standard-policy.ts';
export type { Clock, ClockInput } from './ports/clock.ts';
export type { IdGenerator } from './ports/id-generator.ts';
export type { BarcodeReader } from './ports/providers/barcode-reader.ts';
export type { CredentialsIssuer } from './ports/providers/credentials-issuer.ts';
export type { DeviceInspector } from './ports/providers/device-inspector.ts';
export type { Diagnosis } from './ports/providers/diagnosis.ts';
export type { DocumentReader } from './ports/providers/document-reader.ts';
export type { FaceComparer } from './ports/providers/face-comparer.ts';
export type { ImageFitter } from './ports/providers/image-fitter.ts';
export type { LivenessProvider } from './ports/providers/liveness-provider.ts';
export type { MediaNormalizer } from './ports/providers/media-normalizer.ts';
export type { VendorCall } from './ports/providers/vendor-call.ts';
export type { RateLimiter } from './ports/rate-limiter.ts';
export type { AccessLog } from './ports/stores/access-log.ts';
export type { ClientRegistry } from './ports/stores/client-registry.ts';
export type { DeviceEventClaims } from './ports/stores/device-event-claims.ts';
export type { DuplicateIndex } from './ports/stores/duplicate-index.ts';
export type { Eraser } from './ports/stores/eraser.ts';
export type { FileStore } from './ports/stores/file-store.ts';
export type { IdempotencyStore } from './ports/stores/idempotency-store.ts';
export type { LedgerReader } from './ports/stores/ledger-reader.ts';
export type { PolicyRepository, PolicyStore } from './ports/stores/policy-store.ts';
export type { ProfileStore } from './ports/stores/profile-store.ts';
export type { SettingsStore } from './ports/stores/settings-store.ts';
export type { TokenService } from './ports/token-service.ts';
export type { LegalHold, Profile } from './profile/profile.ts';
export type { ProfileView, Requirement } from './profile/view.ts';
export { decodeCustomPolicy } from './serialization/custom-policy.ts';
export { type AuthorizeProfile, authorizeProfile } from './use-cases/access/authorize-profile.ts';
export { builtInPolicies } from './use-cases/access/built-in-policies.ts';
export { policyCatalog } from './use-cases/access/policy-catalog.ts';
export { type WithIdempotencyKey, withIdempotencyKey } from './use-cases/access/with-idempotency-key.ts';
export { analyzeDocument } from './use-cases/documents/analyze-document.ts';
export { readFile } from './use-cases/documents/read-file.ts';
export type { Upload } from './use-cases/documents/store-upload.ts';
export { issueBrowserCredentials } from './use-cases/liveness/issue-browser-credentials.ts';
export { openLivenessSession } from './use-cases/liveness/open-liveness-session.ts';
export { readLivenessResult } from './use-cases/liveness/read-liveness-result.ts';
export { submitLivenessCapture } from './use-cases/liveness/submit-liveness-capture.ts';
export { newInProcessState } from './use-cases/processing/in-process-state.ts';
export { type ProcessingDeps, processVerification } from './use-cases/processing/process-verification.ts';
export { type SweepDue, sweepDue } from './use-cases/processing/sweep-due.ts';
export { appendVerificationEvent } from './use-cases/profiles/append-verification-event.ts';
export { createProfile } from './use-cases/profiles/create-profile.ts';
export { eraseProfile } from './use-cases/profiles/erase-profile.ts';
export { getProfile } from './use-cases/profiles/get-profile.ts';
export { listProfiles } from './use-cases/profiles/list-profiles.ts';
export { type PostStatusEvent, postStatusEvent } from './use-cases/profiles/post-status-event.ts';
export { readAccessLog } from './use-cases/profiles/read-access-log.ts';
export { readHistory } from './use-cases/profiles/read-history.ts';
export { readSettings } from './use-cases/profiles/read-settings.ts';
export { type ProfilePatch, updateProfile } from './use-cases/profiles/update-profile.ts';
export type { FlowLink } from './use-cases/tokens/flow-link.ts';
export { issueToken } from './use-cases/tokens/issue-token.ts';
export { renewFlowToken } from './use-cases/tokens/renew-flow-token.ts';
