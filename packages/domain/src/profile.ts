export { consentRefusal, lacksConsent } from './profile/changes/upload-rules.ts';
export * from './profile/commands.ts';
export * from './profile/due.ts';
export * from './profile/partner-settings.ts';
export * from './profile/profile.ts';
export * from './profile/recorded-decision.ts';
export * from './profile/reviewer.ts';
export * from './profile/transitions.ts';
export * from './profile/view.ts';
