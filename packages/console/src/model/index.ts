export { fieldTimeOf, instantOf, profilesOf, viewerOf } from './access-log.ts';
export {
  type ClientAction,
  type ClientForm,
  clientActionsOf,
  clientFaultsOf,
  emptyClientForm,
  newClientOf,
  type Overlap,
  overlaps,
} from './clients.ts';
export { type Column, type ComparedRow, columns, compareFields } from './comparison.ts';
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
export { changeView, type PictureView, plainView, type ViewChange } from './picture-view.ts';
export { picturesOf } from './pictures.ts';
export {
  draftOf,
  hasWritten,
  isDamagedDraft,
  type TypedPolicy,
  versionBefore,
  versionsInUse,
} from './policies.ts';
export { changesBetween, readDocument, textOf } from './policy-changes.ts';
export { type PolicyPath, pathsOf } from './policy-paths.ts';
export { noteFaultOf, noticesOf } from './retention.ts';
export { type ClaimState, claimOf, slaOf } from './review-times.ts';
export { fragmentOf, hasSignInFailed, permissionFor, type Route, readRoute } from './route.ts';
export { type SearchKind, searchKindsOf } from './search-kinds.ts';
export { mergeHistories, noteOf, reviewerOf, type TimelineItem } from './timeline.ts';
export {
  type EndpointForm,
  emptyEndpointForm,
  endpointChangesOf,
  endpointFaultsOf,
  endpointFormOf,
  endpointSettingsOf,
  hostOf,
} from './webhooks.ts';
export type * from './wire.ts';
export * from './words.ts';
