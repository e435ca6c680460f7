import type { PageEvent } from './event.ts';
import type { Call, Screen, State } from './state.ts';

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
  | 'result'
  | 'handoff';

/** The outcome of a step, in words that are fixed: nothing of the person is in it. */
export type StepReport = {
  readonly step: ReportedStep;
  readonly outcome: 'shown' | 'done' | 'failed' | 'left';
  readonly error?:
    | 'camera_denied'
    | 'camera_missing'
    | 'camera_busy'
    | 'camera_lost'
    | 'offline'
    | 'upload_failed'
    | 'image_rejected'
    | 'consent_declined'
    | 'liveness_failed'
    | 'liveness_timeout'
    | 'liveness_unavailable'
    | 'link_expired'
    | 'link_ended'
    | 'rate_limited'
    | 'service_unavailable'
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
    case 'without_liveness':
      return 'liveness';
    case 'path_choice':
      return stepOf(screen.before);
    case 'is_this_you':
    case 'handoff':
    case 'following':
      return 'handoff';
    default:
      return null;
  }
};

const livenessErrors = { timeout: 'liveness_timeout', unsupported: 'liveness_unavailable' } as const;

type Failed = Extract<PageEvent, { readonly type: 'failed' }>;

const busy: readonly Failed['fault']['code'][] = [
  'provider_unavailable',
  'provider_rejected',
  'provider_budget_exhausted',
  'database_unavailable',
  'record_damaged',
  'not_configured',
  'service_stopping',
  'deadline_exceeded',
  'clock_skew',
];

/** The step for which a call was made; `null` for one that belongs to none. */
const stepOfCall = (call: Call): ReportedStep | null => {
  switch (call.type) {
    case 'give_consent':
      return 'consent';
    case 'send_document':
      return call.photos.front === null ? 'document_back' : 'document_front';
    case 'open_liveness':
    case 'read_liveness':
      return 'liveness';
    case 'create_handoff':
    case 'renew_handoff':
    case 'redeem_handoff':
      return 'handoff';
    default:
      return null;
  }
};

/** The error of a failed call, in the words of the API. */
const errorOfCall = ({ call, fault: { code } }: Failed): StepReport['error'] => {
  if (code === 'rate_limited') return 'rate_limited';
  if (busy.includes(code)) return 'service_unavailable';
  return call.type === 'send_document' ? 'upload_failed' : 'unexpected';
};

const linkErrors = {
  expired: 'link_expired',
  ended: 'link_ended',
  unknown: 'unexpected',
  missing: 'unexpected',
  cut: 'unexpected',
  damaged: 'service_unavailable',
  code: 'link_expired',
  stranger: 'unexpected',
} as const;

const errorOf = (screen: Screen, failed: Failed | null): StepReport['error'] => {
  switch (screen.name) {
    case 'link':
      return linkErrors[screen.fault];
    case 'storage_full':
      return 'upload_failed';
    case 'device_trouble':
      return 'unexpected';
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
      return failed === null ? 'unexpected' : errorOfCall(failed);
    default:
      return failed?.fault.code === 'rate_limited' ? 'rate_limited' : undefined;
  }
};

const isRefused = ({ profile }: State): boolean => profile?.consent?.granted === false;

/** How the step before ended, when another screen is shown. */
const endOf = (step: ReportedStep, event: PageEvent, after: State): StepReport => {
  if (event.type === 'went_back') return { step, outcome: 'left' };
  return (step === 'consent' || step === 'liveness') && isRefused(after)
    ? { step, outcome: 'left', error: 'consent_declined' }
    : { step, outcome: 'done' };
};

/** The reports of an event: that a step was shown, how the one before ended, and what stood in the way. */
export const reportsOf = (before: State, event: PageEvent, after: State): readonly StepReport[] => {
  if (before.screen === after.screen) return [];
  const from = stepOf(before.screen);
  const to = stepOf(after.screen);
  const failed = event.type === 'failed' ? event : null;
  const error = errorOf(after.screen, failed);
  if (error !== undefined) {
    const called = failed === null ? null : stepOfCall(failed.call);
    const shown = called !== null && to !== null && to !== called ? [{ step: to, outcome: 'shown' } as const] : [];
    return [{ step: called ?? to ?? from ?? 'waiting', outcome: 'failed', error }, ...shown];
  }
  if (from === to) return [];
  return [
    ...(from === null ? [] : [endOf(from, event, after)]),
    ...(to === null ? [] : [{ step: to, outcome: 'shown' } as const]),
  ];
};
