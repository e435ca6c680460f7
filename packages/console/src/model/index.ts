export * from './access-log.ts';
export * from './clients.ts';
export { type Cell, type Column, type ComparedRow, columns, compareFields, plainForm } from './comparison.ts';
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
export { actionOfKey, type KeyAction, keyActions, neighbourOf, type Pressed } from './keys.ts';
export * from './lists.ts';
export type { EndpointHealth, FunnelColumn, Operations, ServiceHealth } from './operations.ts';
export { changeView, type PictureView, plainView, type ViewChange } from './picture-view.ts';
export { type Pictures, picturesOf } from './pictures.ts';
export * from './policies.ts';
export { changesBetween, type FieldChange, readDocument, textOf } from './policy-changes.ts';
export { noteFaultOf, noticesOf, type StateNotice } from './retention.ts';
export { type ClaimState, claimOf, type Sla, slaOf } from './review-times.ts';
export { fragmentOf, hasSignInFailed, permissionFor, type Route, readRoute } from './route.ts';
export { type SearchKind, searchKinds, searchKindsOf } from './search-kinds.ts';
export { mergeHistories, noteOf, reviewerOf, type TimelineItem } from './timeline.ts';
export * from './webhooks.ts';
export * from './wire.ts';
