export { askedRequirements, asksConsent, documentTypesOf } from './documents.ts';
export type { Fault, PageEvent } from './event.ts';
export { offersTelephone } from './hand-over.ts';
export { offersPaths, pathsToChoose, stepsToTell } from './other-paths.ts';
export { type ReportedStep, reportsOf, type StepReport } from './reports.ts';
export { returnUrl } from './return-url.ts';
export {
  type Call,
  type CameraFault,
  type Effect,
  firstState,
  type LivenessFault,
  type ScreenName,
  type State,
} from './state.ts';
export { makesDeviceEvents } from './steps.ts';
export { mayLeave, mayTryAgain, transition } from './transition.ts';
export { isBeingTranslated } from './translation.ts';
export { withoutLiveness } from './without-liveness.ts';
