import type { FlowProfile } from '@portcullis/client/flow';
import type { Fault } from './event.ts';
import { recover } from './failures.ts';
import { call, proceed, show, stay, type Transition, waitFor } from './proceed.ts';
import { type Call, firstState, type Screen, type State } from './state.ts';

type Followed = Extract<Screen, { readonly name: 'handoff' | 'following' }>;

const isFollowed = (screen: Screen): screen is Followed => screen.name === 'handoff' || screen.name === 'following';

/** Before what needs a camera, and where that has failed. */
const offering: readonly Screen['name'][] = [
  'welcome',
  'camera_primer',
  'camera_trouble',
  'liveness_primer',
  'liveness_trouble',
];

/** Whether the person may go on on another device from here. */
export const offersTelephone = ({ screen }: State): boolean => offering.includes(screen.name);

/** In seconds, between two looks at what the other device does. */
const pause = 5;
const longPause = 15;
/** After five minutes they become rarer. */
const frequentLooks = 60;

/** A code is shown for this many looks, which are 20 seconds, and can be redeemed for five minutes. */
const looksOfCode = 4;

const followOn = (state: State): Transition => {
  const isLong = state.screen.name === 'following' && state.polls >= frequentLooks;
  return waitFor({ ...state, polls: state.polls + 1 }, isLong ? longPause : pause);
};

/** The page begins again what was begun here: the other device may have done it meanwhile. */
const anew = ({ isWelcomed, language, profile, screen, settings, ticket, translation }: State): State => ({
  ...firstState,
  isWelcomed,
  language,
  profile,
  screen,
  settings,
  ticket,
  translation,
});

/** Asks for the first code. */
export const askForTelephone = (state: State): Transition =>
  offersTelephone(state) ? call(anew(state), { type: 'create_handoff' }) : stay(state);

/** Shows a first code that is still waited for, or another one in the place of the one that is shown. */
export const showCode = (state: State, code: string, isRenewed: boolean): Transition => {
  if (isRenewed)
    return state.screen.name === 'handoff'
      ? stay({ ...state, screen: { name: 'handoff', code, looks: 0 } })
      : stay(state);
  if (!state.isBusy) return stay(state);
  return followOn(show(anew(state), { name: 'handoff', code, looks: 0 }).state);
};

/** Looks what the other device has done, and renews the code when it was shown for long enough. */
export const lookAtProfile = (state: State, screen: Followed): Transition => {
  const look = { type: 'follow_profile' } as const;
  if (screen.name === 'following') return { state, effects: [look] };
  const looks = Math.min(screen.looks + 1, looksOfCode);
  const isOld = looks === looksOfCode;
  return {
    state: { ...state, screen: { ...screen, looks } },
    effects: isOld ? [look, { type: 'renew_handoff' }] : [look],
  };
};

/** The progress that the other device changes, and a language does not. */
export const progressOf = ({ attempt, consent, paths, requirements, status }: FlowProfile): string =>
  JSON.stringify([
    status,
    attempt.number,
    consent?.granted,
    paths,
    requirements.map(({ state, step }) => [step, state]),
  ]);

/** Nothing more is asked of the person. */
export const ended: readonly FlowProfile['status'][] = [
  'approved',
  'declined',
  'in_review',
  'lapsed',
  'expired',
  'canceled',
];

/** Follows the other device: the code goes once it has done something, and the result comes here too. */
export const followProfile = (state: State, profile: FlowProfile): Transition => {
  const { screen } = state;
  if (!isFollowed(screen)) return stay(state);
  const read = { ...state, profile };
  if (ended.includes(profile.status)) return proceed({ ...read, polls: 0 });
  const hasBegun =
    screen.name === 'handoff' && (state.profile === null || progressOf(state.profile) !== progressOf(profile));
  return followOn(hasBegun ? show({ ...read, polls: 0 }, { name: 'following' }).state : read);
};

/** A look that fails is made again later, and a code that cannot be renewed stays. */
export const failToFollow = (state: State, fault: Fault, failed: Call): Transition => {
  if (!isFollowed(state.screen)) return stay(state);
  if (fault.code !== 'no_answer' && fault.retryable !== true) return recover(state, fault, { type: 'load' });
  return failed.type === 'follow_profile' ? followOn(state) : stay(state);
};
