import type { FlowProfile, Step } from '@portcullis/client/flow';
import { askedRequirements } from './documents.ts';
import type { State } from './state.ts';

type Requirement = FlowProfile['requirements'][number];

/** A step that was sent this often in one attempt, and is still rejected, is left to the decision of the service. */
const enough = 2;

const timesOf = ({ profile, sent }: State): State['sent']['times'] =>
  sent.attempt === profile?.attempt.number ? sent.times : {};

/** Remembers that steps were sent in this attempt. */
export const withSent = (state: State, steps: readonly Step[]): State => {
  const times = timesOf(state);
  const more = steps.map((step) => [step, Math.min((times[step] ?? 0) + 1, enough)]);
  return {
    ...state,
    sent: { attempt: state.profile?.attempt.number ?? null, times: { ...times, ...Object.fromEntries(more) } },
  };
};

const wasSent = (state: State, step: Step): boolean => (timesOf(state)[step] ?? 0) > 0;

/** Whether the page has device events: a sandbox takes what the page invents, elsewhere an agent makes them. */
export const makesDeviceEvents = ({ settings }: State): boolean =>
  settings !== null && (settings.sandbox !== null || settings.fingerprint.agent != null);

/** Once in an attempt, unless the person asks for another try: nobody can send a better one. */
const canSendDevice = (state: State): boolean => makesDeviceEvents(state) && !wasSent(state, 'device');

/** The agent may be reached later, and make another event. A sandbox would repeat its refusal. */
export const withDeviceAgain = (state: State): State => {
  if (state.settings?.sandbox !== null) return state;
  const { device: _, ...times } = timesOf(state);
  return { ...state, sent: { ...state.sent, times } };
};

const openSteps = (state: State): readonly Requirement[] => {
  const asked = state.profile === null ? [] : askedRequirements(state.profile);
  return asked.filter(({ step }) => step !== 'device' || canSendDevice(state));
};

/** The first of the asked steps that was not sent in this attempt. */
export const unsentStep = (state: State): Requirement | undefined =>
  openSteps(state).find(({ step }) => !wasSent(state, step));

/** The step to ask for now: the first one, and after one that was rejected too often one that was not sent yet. */
export const stepNow = (state: State): Requirement | undefined => {
  const [first] = openSteps(state);
  if (first === undefined) return undefined;
  const isEnough = first.state === 'rejected' && (timesOf(state)[first.step] ?? 0) >= enough;
  return isEnough ? (unsentStep(state) ?? first) : first;
};
