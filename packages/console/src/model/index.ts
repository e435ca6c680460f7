export { type AccessLine, type AccessPage, fieldTimeOf, instantOf, profilesOf, viewerOf } from './access-log.ts';
export {
  type ClientAction,
  type ClientForm,
  type ClientList,
  type ClientSecret,
  clientActionsOf,
  clientFaultsOf,
  clientScopes,
  emptyClientForm,
  type MachineClient,
  type NewClient,
  newClientOf,
  type Overlap,
  overlaps,
} from './clients.ts';
export { type Column, type ComparedRow, columns, compareFields } from './comparison.ts';
export { countOf } from './counts.ts';
export {
  type Draft,
  type DraftFault,
  emptyDraft,
  faultsOf,
  may,
  needsNote,
  outcomesFor,
  overridesCheck,
  reasonsFor,
} from './decision.ts';
export { type DeviceFact, deviceFactsOf } from './device.ts';
export { type Framing, faceOn, portraitArea, wholePicture } from './face-frames.ts';
export { actionOfKey, type KeyAction, keyActions, neighbourOf } from './keys.ts';
export * from './lists.ts';
export type { EndpointHealth, FunnelColumn, Operations, ServiceHealth } from './operations.ts';
export { changeView, type PictureView, plainView, type ViewChange } from './picture-view.ts';
export { picturesOf } from './pictures.ts';
export {
  type BackTest,
  type DamagedDraft,
  draftOf,
  hasWritten,
  isDamagedDraft,
  type ListedDraft,
  type PolicyDocument,
  type PolicyDraft,
  type PolicyFinding,
  type PolicyJson,
  type PolicySummary,
  type SystemOutcome,
  systemOutcomes,
  type TypedPolicy,
  versionBefore,
  versionsInUse,
} from './policies.ts';
export { changesBetween, readDocument, textOf } from './policy-changes.ts';
export { noteFaultOf, noticesOf } from './retention.ts';
export { type ClaimState, claimOf, slaOf } from './review-times.ts';
export { fragmentOf, hasSignInFailed, permissionFor, type Route, readRoute } from './route.ts';
export { type SearchKind, searchKinds, searchKindsOf } from './search-kinds.ts';
export { mergeHistories, noteOf, reviewerOf, type TimelineItem } from './timeline.ts';
export {
  type CreatedEndpoint,
  type DeadLetter,
  type DeadLetterPage,
  type DeliveryPage,
  type EndpointForm,
  type EndpointSecret,
  type EndpointSettings,
  emptyEndpointForm,
  endpointChangesOf,
  endpointFaultsOf,
  endpointFormOf,
  endpointSettingsOf,
  eventTypes,
  hostOf,
  type PingedEndpoint,
  type WebhookDelivery,
  type WebhookEndpoint,
  type WebhookPing,
  type WebhookReplay,
} from './webhooks.ts';
export {
  type Credentials,
  type DecisionAnswer,
  type DecisionRequest,
  type ExplainedCheck,
  type Explanation,
  type FaceBox,
  type FoundReviews,
  type History,
  type Hold,
  type LedgerEntry,
  type LedgerPage,
  type NextReview,
  type Outcome,
  type Problem,
  type Profile,
  type Review,
  type ReviewList,
  type ReviewSummary,
  type SeenComparison,
  type SeenValue,
  type SignedInMember,
  type SignInMethods,
  type StaffMember,
  type StoredFile,
  steps,
  type WholeList,
  type WireCount,
} from './wire.ts';
