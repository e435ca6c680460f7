export { applyElapsedTime, executeAll } from './profile/changes/execute.ts';
export { consentRefusal, lacksConsent } from './profile/changes/upload-rules.ts';
export * from './profile/compared-faces.ts';
export { dueAt } from './profile/due.ts';
export { knownNames } from './profile/known-names.ts';
export { openProfile } from './profile/open-profile.ts';
export type { RequestedSettings, SettingsChange } from './profile/partner-settings.ts';
export { type ErasureCause, erasureCauses, type LegalHold, type Profile, type Redaction } from './profile/profile.ts';
export * from './profile/recorded-decision.ts';
export { decisionInput } from './profile/requirements.ts';
export { currentApprovals, isSameReviewer, isStaffId, namesStaff, ReviewerIdCodec } from './profile/reviewer.ts';
export {
  allowedEvents,
  isOpen,
  isReviewEvent,
  isTerminal,
  type StatusEvent,
  statusEvents,
  transitions,
} from './profile/transitions.ts';
export { type Assurance, documentProofs, type FileView, reviewStates } from './profile/view.ts';
export * from './profile/waiting.ts';
