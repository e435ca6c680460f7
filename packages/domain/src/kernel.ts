export * from './kernel/actor.ts';
export * from './kernel/codec.ts';
export { newBag } from './kernel/concurrency/bag.ts';
export { type FairRejection, fairSemaphore, type TaskOwner } from './kernel/concurrency/fair-semaphore.ts';
export * from './kernel/concurrency/first-of.ts';
export * from './kernel/concurrency/keyed-mutex.ts';
export { expiringCache, lruCache } from './kernel/concurrency/lru-cache.ts';
export * from './kernel/concurrency/map-concurrent.ts';
export * from './kernel/concurrency/memoize-task.ts';
export {
  boundedSemaphore,
  type QueueLoad,
  type SemaphoreRejection,
  semaphore,
  type WatchQueue,
} from './kernel/concurrency/semaphore.ts';
export * from './kernel/concurrency/sequential.ts';
export * from './kernel/concurrency/signal.ts';
export * from './kernel/concurrency/single-flight.ts';
export * from './kernel/dates.ts';
export {
  type DraftClosed,
  type DraftLimitReached,
  draftClosed,
  draftLimitReached,
  type PolicyExists,
  policyExists,
  type SecondPersonRequired,
  secondPersonForClient,
  secondPersonRequired,
} from './kernel/draft-errors.ts';
export {
  type AlreadyExists,
  alreadyExists,
  type CaptureRefused,
  type ChangeLimitReached,
  captureRefused,
  concernsOneRecord,
  consentRequired,
  contradictedRecord,
  type DomainError,
  damagedRecord,
  type EndpointLimitReached,
  type EventsGone,
  type ExternalService,
  endpointLimitReached,
  eventsGone,
  type FlowEnded,
  type ImageBudgetExceeded,
  type InsufficientPermission,
  type Invalid,
  type InvalidClient,
  type InvalidCredentials,
  type InvalidScope,
  type InvalidTransition,
  imageBudgetExceeded,
  insufficientPermission,
  insufficientScope,
  invalid,
  invalidClient,
  invalidCredentials,
  invalidToken,
  invalidTransition,
  isOfOneRecord,
  isOfStore,
  isUnavailable,
  type LimitName,
  type LimitReached,
  limitNames,
  limitReached,
  type NoSession,
  type NotFound,
  noProvider,
  noSession,
  notFound,
  outageCauseOf,
  providerOutage,
  refusedToken,
  type StorageFull,
  type TokenRefusal,
  tokenExpired,
  tooLarge,
  type Unavailable,
  type UnavailableKind,
  unavailable,
  unsupportedMedia,
  type VersionConflict,
  versionConflict,
  withOutageCause,
} from './kernel/errors.ts';
export * from './kernel/fp.ts';
export * from './kernel/hash.ts';
export * from './kernel/ids.ts';
export { type JsonFault, parseJson, parseStrictJson } from './kernel/json.ts';
export { livenessChallenges, usualChallenge } from './kernel/liveness-challenges.ts';
export * from './kernel/loopback-host.ts';
export * from './kernel/or-where-damaged.ts';
export { isCertificateCode, type OutageCause, outageCauses } from './kernel/outage-cause.ts';
export {
  type AdministratingPrincipal,
  canAccess,
  hasOuterBlanks,
  isVisibleTo,
  type MachinePrincipal,
  principalInRequest,
  type RequestTrace,
  type StaffPrincipal,
  type Tenant,
  type TokenPrincipal,
  traceIdOf,
} from './kernel/principal.ts';
export {
  type ClaimLimitReached,
  type ClaimRequired,
  claimLimitReached,
  claimRequired,
  type ReviewClaimed,
  reviewClaimed,
} from './kernel/review-errors.ts';
export * from './kernel/scopes.ts';
export {
  hasPermission,
  permissionsOf,
  type StaffPermission,
  type StaffRole,
  staffPermissions,
  staffRoles,
} from './kernel/staff-permissions.ts';
export * from './kernel/status.ts';
export * from './kernel/steps.ts';
export * from './kernel/url-parser.ts';
