import { askedRequirements, nextSide, onlyChoice } from './documents.ts';
import { type Call, type Effect, noPictures, type Screen, type State } from './state.ts';
import { stepNow, withSent } from './steps.ts';

/** The result of an event: the new state, and what is to be done outside. */
export type Transition = { readonly state: State; readonly effects: readonly Effect[] };

/** Nothing changes. */
export const stay = (state: State): Transition => ({ state, effects: [] });

/** Shows a screen, on which nothing is under way. Waits of the screen before have no effect any more. */
export const show = (state: State, screen: Screen): Transition =>
  stay({ ...state, screen, isBusy: false, ticket: state.ticket + 1 });

/** Makes a call while the screen stays. */
export const call = (state: State, effect: Call): Transition => ({
  state: { ...state, isBusy: true, ticket: state.ticket + 1 },
  effects: [effect],
});

/** Calls that take nothing of the person along. */
const bare: readonly Call['type'][] = ['load', 'create_handoff', 'redeem_handoff'];

/** Makes a call behind a screen that only says so. */
export const callBehind = (state: State, effect: Call): Transition =>
  call({ ...state, screen: { name: bare.includes(effect.type) ? 'starting' : 'sending' } }, effect);

/** Waits, and is told so by `elapsed` unless something else happens before. */
export const waitFor = (state: State, seconds: number): Transition => {
  const ticket = state.ticket + 1;
  return { state: { ...state, ticket }, effects: [{ type: 'wait', seconds, ticket }] };
};

/** The pauses between two looks become longer, up to a quarter of a minute. */
const pauseSeconds = (polls: number): number => Math.min(1.5 ** polls, 15);

/** Waits for the service, and then looks again. */
export const lookLater = (state: State): Transition => {
  const waited = waitFor(state, pauseSeconds(state.polls));
  return { ...waited, state: { ...waited.state, polls: state.polls + 1 } };
};

const showDocument = (state: State): Transition => {
  const { profile, settings } = state;
  if (profile === null || settings === null) return callBehind(state, { type: 'load' });
  const asksFront = askedRequirements(profile).some(({ step }) => step === 'document_front');
  const choice = state.choice ?? onlyChoice(settings);
  if (asksFront && choice === null) return show(state, { name: 'document_choice' });
  const chosen = { ...state, choice };
  const side = nextSide(chosen);
  return side === null ? sendPhotos(chosen) : show(chosen, { name: 'camera_primer', side });
};

/** Sends the photos that were taken. */
export const sendPhotos = (state: State): Transition => {
  const { choice, frames, photos } = state;
  const sides = [
    ...(photos.front === null ? [] : (['document_front'] as const)),
    ...(photos.back === null ? [] : (['document_back'] as const)),
  ];
  return callBehind(withSent(state, sides), {
    type: 'send_document',
    photos,
    ...(frames.front.length + frames.back.length > 0 && { frames }),
    choice,
  });
};

/** Leads to the step that is asked for now, or to the one that is named. */
export const showStep = (state: State, step = stepNow(state)?.step): Transition => {
  switch (step) {
    case 'consent':
      return show(state, { name: 'consent' });
    case 'document_front':
    case 'document_back':
      return showDocument(state);
    case 'liveness':
      return show(state, { name: 'liveness_primer' });
    case 'device':
      return callBehind(withSent(state, ['device']), { type: 'send_device' });
    default:
      // The step that is left then is a device event that the page cannot send.
      return state.profile !== null && askedRequirements(state.profile).length > 0
        ? show(state, { name: 'device_trouble' })
        : lookLater(show(state, { name: 'waiting' }).state);
  }
};

/** Leads to what comes next, from what the service says of the profile. */
export const proceed = (state: State): Transition => {
  const { profile } = state;
  if (profile === null) return callBehind(state, { type: 'load' });
  const fresh = { ...state, ...noPictures, sessionId: null };
  switch (profile.status) {
    case 'approved':
    case 'declined':
    case 'in_review':
    case 'lapsed':
      return show(fresh, { name: 'result' });
    case 'expired':
    case 'canceled':
      return show(fresh, { name: 'link', fault: 'ended' });
    case 'processing':
      return lookLater(show(fresh, { name: 'waiting' }).state);
    default:
      break;
  }
  const asked = askedRequirements(profile);
  if (asked.length > 0 && !state.isWelcomed) return show(fresh, { name: 'welcome' });
  const now = stepNow(fresh);
  const isNews = now === asked[0] ? asked.some(({ reasons }) => reasons.length > 0) : (now?.reasons.length ?? 0) > 0;
  const mustTell = isNews && !state.isTold;
  return mustTell ? show({ ...fresh, choice: null }, { name: 'again' }) : showStep(fresh);
};
