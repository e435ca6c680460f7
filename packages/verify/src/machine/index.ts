export { askedRequirements, asksConsent, documentTypesOf } from './documents.ts';
export type { Fault, PageEvent } from './event.ts';
export { offersTelephone } from './hand-over.ts';
export type { Transition } from './proceed.ts';
export { type ReportedStep, reportsOf, type StepReport } from './reports.ts';
export { returnUrl } from './return-url.ts';
export {
  type Call,
  type CameraFault,
  type Choice,
  type Effect,
  firstState,
  type LinkFault,
  type LivenessFault,
  type Screen,
  type ScreenName,
  type Side,
  type State,
} from './state.ts';
export { makesDeviceEvents } from './steps.ts';
export { mayLeave, mayTryAgain, screenBefore, transition } from './transition.ts';
export { isBeingTranslated } from './translation.ts';
export { withoutLiveness } from './without-liveness.ts';
