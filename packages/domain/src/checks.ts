export { type Contribution, decide, evidenceDigest, policyDigest } from './checks/decide.ts';
export { decisionEngineVersion, type Outcome, outcomes } from './checks/decision.ts';
export { type LackingProvider, lackingProviders } from './checks/lacking-providers.ts';
export { isOutage, outageCode } from './checks/outages.ts';
export { checkModules, checksOfStep } from './checks/registry.ts';
export * from './checks/sampling.ts';
export { type CheckDetail, type CheckSource, checkSources } from './checks/shared/check.ts';
export { missingFieldDetailName, signalLimit } from './checks/shared/document-check.ts';
export { faceThresholds } from './checks/shared/face-thresholds.ts';
export * from './checks/shared/liveness-thresholds.ts';
export * from './checks/shared/name-rules.ts';
export { isSamePicture, measuresForSide, type PhotoMeasure } from './checks/shared/photo-measures.ts';
export { neverProvenReasons } from './checks/shared/proof.ts';
export * from './policy/check-names.ts';
export { type ConsentText, defaultConsentTexts } from './policy/messages/consent-texts.ts';
export {
  type ApplicantMessage,
  applicantLanguages,
  causeAmong,
  messagesForStatus,
  messagesOfStatus,
} from './policy/messages/messages.ts';
export { flatPathId, openPolicy, pathsOf, policyOfPath } from './policy/paths.ts';
export {
  allowedChallenges,
  type CheckRequirements,
  type FaceThresholds,
  type FlatPolicy,
  type LivenessThresholds,
  type Policy,
  type PolicyAction,
  type PolicyPath,
  type PolicyRef,
  type PolicyWithPaths,
} from './policy/policy.ts';
export type { ReasonAction } from './policy/reason-row.ts';
export { defaultAction, isFreeRetry, isReasonCode, type ReasonCode, reasonCodes } from './policy/reasons.ts';
export { builtInPolicyId, type StandardOptions } from './policy/standard-policy.ts';
