import { nextSide, onlyChoice } from './documents.ts';
import type { PageEvent } from './event.ts';
import { recover, refuseFile } from './failures.ts';
import { askForTelephone, ended, failToFollow, followProfile, lookAtProfile, showCode } from './hand-over.ts';
import { choosePath, showPaths } from './other-paths.ts';
import { call, callBehind, lookLater, proceed, sendPhotos, show, showStep, stay, type Transition } from './proceed.ts';
import { type LinkFault, noPictures, type Screen, type State, withoutPhotos } from './state.ts';
import { withDeviceAgain, withSent } from './steps.ts';
import { chooseLanguage, failToTranslate, isBeingTranslated, translate, withTranslation } from './translation.ts';
import { livenessScreen, withoutLiveness } from './without-liveness.ts';

type EventOf<Type extends PageEvent['type']> = Extract<PageEvent, { readonly type: Type }>;

const endingFaults: readonly LinkFault[] = ['missing', 'code', 'stranger'];

/** Whether the same token could be accepted later: of an ending fault there is none that could be tried again. */
export const mayTryAgain = (fault: LinkFault): boolean => !endingFaults.includes(fault);

/** The button that leads on, on each screen that has one. */
const continueFrom = (state: State): Transition => {
  const { screen } = state;
  switch (screen.name) {
    case 'welcome':
      return proceed({ ...state, isWelcomed: true });
    case 'again':
      return showStep({ ...state, isTold: true });
    case 'camera_primer':
    case 'camera_trouble':
      return show(state, { name: 'capture', side: screen.side });
    case 'photo_refused':
      return showStep(withoutPhotos(state, screen.sides));
    case 'liveness_primer':
    case 'liveness_trouble':
      return call(state, { type: 'open_liveness' });
    case 'waiting':
      return call(state, { type: 'read_profile' });
    case 'device_trouble':
      return callBehind(withDeviceAgain(state), { type: 'load' });
    case 'elsewhere':
    case 'storage_full':
      return callBehind(state, { type: 'load' });
    case 'offline':
    case 'trouble':
      return callBehind(state, screen.call);
    case 'link':
      return mayTryAgain(screen.fault) ? callBehind(state, { type: 'load' }) : stay(state);
    case 'is_this_you':
      return call(state, { type: 'redeem_handoff', from: screen.from });
    case 'result':
      return state.profile !== null && ended.includes(state.profile.status)
        ? stay(state)
        : call(state, { type: 'read_profile' });
    default:
      return stay(state);
  }
};

/** The screen to which the back button leads; `null` where it leaves the page. */
export const screenBefore = ({ photos, screen, settings }: State): Screen | null => {
  switch (screen.name) {
    case 'consent':
      return { name: 'welcome' };
    case 'declining':
      return { name: 'consent' };
    case 'path_choice':
      return screen.before;
    case 'document_choice':
      return { name: 'welcome' };
    case 'camera_primer':
      if (screen.side === 'back') return photos.front === null ? null : { name: 'check', side: 'front' };
      return settings === null || onlyChoice(settings) !== null ? null : { name: 'document_choice' };
    case 'capture':
    case 'camera_trouble':
      return { name: 'camera_primer', side: screen.side };
    case 'check':
      return { name: 'capture', side: screen.side };
    case 'photo_refused':
      return { name: 'camera_primer', side: screen.sides[0] ?? 'front' };
    case 'liveness':
    case 'liveness_trouble':
      return { name: 'liveness_primer' };
    case 'without_liveness':
      return livenessScreen(screen.fault);
    // The next step has to be found out first.
    case 'handoff':
    case 'following':
      return { name: 'starting' };
    default:
      return null;
  }
};

/** The back button changes nothing here: leaving the page would lose the link, or a photo on its way. */
const held: readonly Screen['name'][] = [
  'sending',
  'offline',
  'trouble',
  'waiting',
  // Where nothing was chosen before: the policy leaves one document, or the back is asked for alone.
  'camera_primer',
  'liveness_primer',
  'again',
  'storage_full',
];

/** Whether the back button may leave the page: there is no screen before, and nothing would be lost. */
export const mayLeave = (state: State): boolean => screenBefore(state) === null && !held.includes(state.screen.name);

const goBack = (state: State): Transition => {
  const screen = screenBefore(state);
  if (screen === null || state.isBusy) return stay(state);
  // The refused photos are taken again.
  if (state.screen.name === 'photo_refused') return continueFrom(state);
  return screen.name === 'starting' ? callBehind(state, { type: 'load' }) : show(state, screen);
};

const takePhoto = (state: State, { frames = [], photo }: EventOf<'took_photo'>): Transition => {
  const { screen } = state;
  if (!('side' in screen)) return stay(state);
  const { side } = screen;
  const photos = { ...state.photos, [side]: photo };
  return show({ ...state, photos, frames: { ...state.frames, [side]: frames } }, { name: 'check', side });
};

const acceptPhoto = (state: State): Transition => {
  if (state.screen.name !== 'check') return stay(state);
  const side = nextSide(state);
  return side === null ? sendPhotos({ ...state, isTold: false }) : show(state, { name: 'camera_primer', side });
};

const readProfile = (state: State, { profile }: EventOf<'profile_read'>): Transition => {
  const { screen } = state;
  const isWaiting = screen.name === 'waiting' && profile.status === 'processing';
  return isWaiting
    ? lookLater({ ...state, profile, isBusy: false })
    : proceed({ ...state, profile, polls: screen.name === 'waiting' ? state.polls : 0 });
};

const readLiveness = (state: State, { live }: EventOf<'liveness_read'>): Transition =>
  live === null ? lookLater({ ...state, isBusy: false }) : call({ ...state, polls: 0 }, { type: 'read_profile' });

const endLiveness = (state: State): Transition => {
  if (state.screen.name !== 'liveness') return stay(state);
  const { session_id: sessionId } = state.screen.session;
  const sent = withSent(state, ['liveness']);
  return callBehind({ ...sent, sessionId, isTold: false, polls: 0 }, { type: 'read_liveness', sessionId });
};

const elapse = (state: State, { ticket }: EventOf<'elapsed'>): Transition => {
  const { screen, sessionId } = state;
  if (ticket !== state.ticket) return stay(state);
  if (screen.name === 'offline') return callBehind(state, screen.call);
  if (screen.name === 'waiting') return call(state, { type: 'read_profile' });
  if (screen.name === 'handoff' || screen.name === 'following') return lookAtProfile(state, screen);
  return sessionId === null ? stay(state) : call(state, { type: 'read_liveness', sessionId });
};

/** A consent is refused, or withdrawn, after the person was told what comes of it. */
const decline = (state: State): Transition => {
  const { screen } = state;
  if (screen.name === 'consent') return show(state, { name: 'declining' });
  if (screen.name === 'is_this_you') return show(state, { name: 'link', fault: 'stranger' });
  if (screen.name === 'declining') return call(state, { type: 'give_consent', granted: false });
  if (screen.name === 'without_liveness') return call(state, { type: 'give_consent', granted: false, scope: 'face' });
  const without = withoutLiveness(state);
  return without === null ? stay(state) : show(state, without);
};

type Handlers = { readonly [Type in PageEvent['type']]: (state: State, event: EventOf<Type>) => Transition };

const handlers: Handlers = {
  opened: (state, { handoff, hasToken, isCut }) => {
    if (handoff !== undefined) return show(state, { name: 'is_this_you', from: handoff.from });
    return hasToken
      ? callBehind(state, { type: 'load' })
      : show(state, { name: 'link', fault: isCut ? 'cut' : 'missing' });
  },
  loaded: (state, { profile, settings }) => withTranslation(proceed({ ...state, profile, settings, polls: 0 })),
  translated: translate,
  profile_read: readProfile,
  session_opened: (state, { profile = state.profile, session }) =>
    show({ ...state, profile }, { name: 'liveness', session }),
  liveness_read: readLiveness,
  failed: (state, { fault, call: failed }) => {
    if (failed.type === 'change_language') return failToTranslate(state, failed.language);
    const isFollowing = failed.type === 'follow_profile' || failed.type === 'renew_handoff';
    return (isFollowing ? failToFollow : recover)(state, fault, failed);
  },
  continued: continueFrom,
  went_back: goBack,
  consented: (state) =>
    state.screen.name === 'consent' && !isBeingTranslated(state)
      ? call(state, { type: 'give_consent', granted: true })
      : stay(state),
  declined: decline,
  chose: (state, { choice }) =>
    state.screen.name === 'document_choice' ? showStep({ ...state, choice, ...noPictures }) : stay(state),
  took_photo: takePhoto,
  photo_failed: refuseFile,
  camera_failed: (state, { fault }) =>
    state.screen.name === 'capture'
      ? show(state, { name: 'camera_trouble', side: state.screen.side, fault })
      : stay(state),
  accepted_photo: acceptPhoto,
  liveness_ended: endLiveness,
  liveness_failed: (state, { fault }) =>
    state.screen.name === 'liveness' ? show(state, { name: 'liveness_trouble', fault }) : stay(state),
  chose_language: (state, { language }) => chooseLanguage(state, language),
  wanted_telephone: askForTelephone,
  wanted_path: showPaths,
  chose_path: choosePath,
  handoff_made: (state, { code, isRenewed }) => showCode(state, code, isRenewed),
  followed: (state, { profile }) => followProfile(state, profile),
  redeemed: (state) => callBehind(state, { type: 'load' }),
  came_online: (state) =>
    withTranslation(state.screen.name === 'offline' ? callBehind(state, state.screen.call) : stay(state)),
  elapsed: elapse,
};

const handle = <Type extends PageEvent['type']>(state: State, event: EventOf<Type> & { readonly type: Type }) =>
  handlers[event.type](state, event);

/** Actions of the person while a call is under way are left alone: the answer decides what comes next. */
const acts: readonly PageEvent['type'][] = [
  'continued',
  'consented',
  'declined',
  'chose',
  'accepted_photo',
  'wanted_telephone',
  'wanted_path',
  'chose_path',
];

/** The page as a pure function: what an event makes of a state, and what is to be done outside. */
export const transition = (state: State, event: PageEvent): Transition =>
  state.isBusy && acts.includes(event.type) ? stay(state) : handle(state, event);
