import type { PageEvent } from './event.ts';
import type { Screen, State } from './state.ts';

/** The parts of the way that an operator sees people take, or give up on. */
export type ReportedStep =
  | 'welcome'
  | 'consent'
  | 'document_choice'
  | 'camera'
  | 'document_front'
  | 'document_back'
  | 'liveness'
  | 'waiting'
  | 'result';

/** What became of a step, in words that are fixed: nothing of the person is in it. */
export type StepReport = {
  readonly step: ReportedStep;
  readonly outcome: 'shown' | 'done' | 'failed' | 'left';
  readonly error?:
    | 'camera_denied'
    | 'camera_missing'
    | 'camera_busy'
    | 'camera_lost'
    | 'offline'
    | 'image_rejected'
    | 'consent_declined'
    | 'liveness_failed'
    | 'liveness_timeout'
    | 'liveness_unavailable'
    | 'unexpected';
};

const documentStep = ({ side }: { readonly side: 'front' | 'back' }): ReportedStep => `document_${side}`;

/** The step that a screen belongs to; `null` for one between two steps. */
const stepOf = (screen: Screen): ReportedStep | null => {
  switch (screen.name) {
    case 'welcome':
    case 'document_choice':
    case 'waiting':
    case 'result':
      return screen.name;
    case 'consent':
    case 'declining':
      return 'consent';
    case 'camera_primer':
    case 'camera_trouble':
      return 'camera';
    case 'capture':
    case 'check':
      return documentStep(screen);
    case 'liveness_primer':
    case 'liveness':
    case 'liveness_trouble':
      return 'liveness';
    default:
      return null;
  }
};

const livenessErrors = { timeout: 'liveness_timeout', unsupported: 'liveness_unavailable' } as const;

const errorOf = (screen: Screen): StepReport['error'] => {
  switch (screen.name) {
    case 'camera_trouble':
      return `camera_${screen.fault}`;
    case 'liveness_trouble':
      return screen.fault === 'timeout' || screen.fault === 'unsupported'
        ? livenessErrors[screen.fault]
        : 'liveness_failed';
    case 'photo_refused':
      return 'image_rejected';
    case 'offline':
      return 'offline';
    case 'trouble':
      return 'unexpected';
    default:
      return undefined;
  }
};

const isRefused = ({ profile }: State): boolean => profile?.consent?.granted === false;

/** How the step before ended, when another screen is shown. */
const endOf = (step: ReportedStep, event: PageEvent, after: State): StepReport => {
  if (event.type === 'went_back') return { step, outcome: 'left' };
  return step === 'consent' && isRefused(after)
    ? { step, outcome: 'left', error: 'consent_declined' }
    : { step, outcome: 'done' };
};

/** What an event says of the way: that a step was shown, how the one before ended, and what stood in the way. */
export const reportsOf = (before: State, event: PageEvent, after: State): readonly StepReport[] => {
  if (before.screen === after.screen) return [];
  const [from, to] = [stepOf(before.screen), stepOf(after.screen)];
  const error = errorOf(after.screen);
  if (error !== undefined) return [{ step: to ?? from ?? 'waiting', outcome: 'failed', error }];
  if (from === to) return [];
  return [
    ...(from === null ? [] : [endOf(from, event, after)]),
    ...(to === null ? [] : [{ step: to, outcome: 'shown' } as const]),
  ];
};
