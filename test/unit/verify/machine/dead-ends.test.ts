import { expect } from 'chai';
import type { PageEvent } from '#verify/machine/event';
import { type Effect, firstState, type ScreenName, type State } from '#verify/machine/state';
import { transition } from '#verify/machine/transition';
import {
  accepted,
  aFlowProfile,
  aLivenessSession,
  missing,
  rejected,
  theFlowSettings,
} from '../../../support/clients/flow-answers.ts';
import { isFullEffort } from '../../../support/effort.ts';

const settings = theFlowSettings();
const photo = new Blob(['photo']);

const unfinished = [
  aFlowProfile(),
  aFlowProfile({ requirements: [accepted('consent'), missing('document_front'), missing('liveness')] }),
  aFlowProfile({ requirements: [accepted('consent'), rejected('document_back')] }),
  aFlowProfile({ requirements: [accepted('document_front'), missing('liveness')] }),
  aFlowProfile({ requirements: [rejected('liveness')] }),
  aFlowProfile({ requirements: [missing('device')] }),
  aFlowProfile({ requirements: [rejected('device')] }),
  aFlowProfile({ requirements: [] }),
  aFlowProfile({
    requirements: [missing('document_front')],
    paths: [
      { id: 'paper', steps: ['document_front'], open: true },
      { id: 'face', steps: ['liveness'], open: false },
    ],
  }),
];

const finished = (['processing', 'in_review', 'approved', 'declined', 'lapsed', 'expired'] as const).map((status) =>
  aFlowProfile({ status }),
);

type Profiles = readonly ReturnType<typeof aFlowProfile>[];

/**
 * The profiles that the service may answer in one walk. A full run walks through all of them at once. A quick run walks
 * through each of them too, but in groups, because every profile multiplies what can be reached with the others.
 */
const walks: readonly Profiles[] = isFullEffort
  ? [[...unfinished, ...finished]]
  : [
      [0, 1, 5, 6],
      [0, 1, 2, 7],
      [0, 3, 4, 7, 8],
    ].map((group, n) => [...unfinished.filter((_, i) => group.includes(i)), ...finished.slice(2 * n, 2 * n + 2)]);

const codes = [
  'no_answer',
  'internal_error',
  'token_expired',
  'invalid_token',
  'flow_ended',
  'invalid_transition',
  'consent_required',
  'unsupported_media_type',
  'provider_unavailable',
  'rate_limited',
  'tenant_storage_full',
] as const;

/** What a person can do on any screen: the machine leaves alone what does not belong to it. */
const acts: readonly PageEvent[] = [
  { type: 'continued' },
  { type: 'went_back' },
  { type: 'consented' },
  { type: 'declined' },
  { type: 'chose', choice: { type: 'passport', country: null } },
  { type: 'chose', choice: { type: 'id_card', country: 'UTO' } },
  { type: 'took_photo', photo },
  { type: 'photo_failed' },
  { type: 'accepted_photo' },
  { type: 'liveness_ended' },
  { type: 'wanted_telephone' },
  { type: 'wanted_path' },
  { type: 'chose_path', path: 'face' },
];

/** What happens without the person. */
const incidents: readonly PageEvent[] = [
  ...(['denied', 'missing', 'busy', 'lost'] as const).map((fault) => ({ type: 'camera_failed', fault }) as const),
  ...(['camera', 'timeout', 'other'] as const).map((fault) => ({ type: 'liveness_failed', fault }) as const),
  { type: 'came_online' },
];

/** Everything that the service, or the clock, may answer to an effect. */
const answersTo = (effect: Effect, profiles: Profiles): readonly PageEvent[] => {
  if (effect.type === 'wait') return [{ type: 'elapsed', ticket: effect.ticket }];
  const failures = codes.map((code) => ({ type: 'failed', fault: { code }, call: effect }) as const);
  if (effect.type === 'load' || effect.type === 'choose_path')
    return [...profiles.map((profile) => ({ type: 'loaded', profile, settings }) as const), ...failures];
  if (effect.type === 'open_liveness') return [{ type: 'session_opened', session: aLivenessSession }, ...failures];
  if (effect.type === 'read_liveness')
    return [...[true, false, null].map((live) => ({ type: 'liveness_read', live }) as const), ...failures];
  if (effect.type === 'create_handoff' || effect.type === 'renew_handoff')
    return [{ type: 'handoff_made', code: 'a.1', isRenewed: effect.type === 'renew_handoff' }, ...failures];
  if (effect.type === 'follow_profile')
    return [...profiles.map((profile) => ({ type: 'followed', profile }) as const), ...failures];
  if (effect.type === 'redeem_handoff') return [{ type: 'redeemed' }, ...failures];
  return [...profiles.map((profile) => ({ type: 'profile_read', profile }) as const), ...failures];
};

const numbersOfTexts = new Map<string, number>();
const numbersOfObjects = new WeakMap<object, number>();

const numberOfText = (text: string): number => {
  const known = numbersOfTexts.get(text);
  if (known !== undefined) return known;
  numbersOfTexts.set(text, numbersOfTexts.size);
  return numbersOfTexts.size - 1;
};

/** Numbers a value that most states share with the one before, so that it is written once. */
const numberOf = <Value extends object>(value: Value, textOf: (value: Value) => string): number => {
  const known = numbersOfObjects.get(value);
  if (known !== undefined) return known;
  const number = numberOfText(textOf(value));
  numbersOfObjects.set(value, number);
  return number;
};

const profileText = ({ paths, requirements, status }: NonNullable<State['profile']>): string =>
  JSON.stringify([status, paths, requirements.map(({ step, state }) => [step, state])]);

/** The part of a state that decides how it leads on, for each of its properties. */
const deciding: { readonly [Property in keyof State]: (state: State) => number } = {
  screen: ({ screen }) => numberOfText(JSON.stringify(screen)),
  profile: ({ profile }) => (profile === null ? -1 : numberOf(profile, profileText)),
  settings: () => 0,
  // The walk chooses no language: what comes of one is in the tests of translations.
  translation: () => 0,
  language: ({ language }) => numberOfText(JSON.stringify(language)),
  isBusy: ({ isBusy }) => Number(isBusy),
  isWelcomed: ({ isWelcomed }) => Number(isWelcomed),
  isTold: ({ isTold }) => Number(isTold),
  choice: ({ choice }) => (choice === null ? -1 : numberOf(choice, JSON.stringify)),
  photos: ({ photos }) => Number(photos.front !== null) + 2 * Number(photos.back !== null),
  // They are sent with their photos, and decide nothing.
  frames: () => 0,
  sent: ({ sent }) => numberOf(sent, JSON.stringify),
  sessionId: ({ sessionId }) => numberOfText(JSON.stringify(sessionId)),
  polls: ({ polls }) => Math.min(polls, 1),
  ticket: () => 0,
};

const decidingParts = Object.values(deciding);

/** States that lead on in the same way are one. Short keys are hashed and compared sooner than the states in full. */
const keyOf = (state: State, pending: readonly Effect[]): string => {
  let key = '';
  for (const part of decidingParts) key += `${part(state)},`;
  for (const { type } of pending) key += type;
  return key;
};

type Node = { readonly state: State; readonly pending: readonly Effect[]; readonly next: Set<string> };

/** Everything that can be reached from the first state, where the service answers these profiles. */
const walk = (profiles: Profiles): ReadonlyMap<string, Node> => {
  const nodes = new Map<string, Node>();
  const queue: (readonly [string, Node])[] = [];
  const visit = (state: State, pending: readonly Effect[]): string => {
    const key = keyOf(state, pending);
    if (!nodes.has(key)) {
      const node = { state, pending, next: new Set<string>() };
      nodes.set(key, node);
      queue.push([key, node]);
    }
    return key;
  };
  const links = [
    { hasToken: true },
    { hasToken: false },
    { hasToken: false, isCut: true } as const,
    { hasToken: false, handoff: { from: 'Acme' } },
  ];
  for (const link of links) {
    const { effects, state } = transition(firstState, { type: 'opened', ...link });
    visit(state, effects);
  }
  // What is added meanwhile is visited too.
  for (const [key, { next, pending, state }] of queue) {
    for (const event of [...acts, ...incidents, ...pending.flatMap((one) => answersTo(one, profiles))]) {
      const { effects, state: reached } = transition(state, event);
      // A call that was under way is answered, or still pending where the person did something that changed nothing.
      next.add(reached === state ? key : visit(reached, effects));
    }
  }
  return nodes;
};

/** Where the page has nothing more to do: it says what the person can do elsewhere. */
const isEnd = ({ screen }: State): boolean =>
  screen.name === 'result' || (screen.name === 'link' && ['missing', 'code', 'stranger'].includes(screen.fault));

const allScreens: readonly ScreenName[] = [
  'starting',
  'welcome',
  'consent',
  'declining',
  'path_choice',
  'document_choice',
  'camera_primer',
  'capture',
  'camera_trouble',
  'check',
  'sending',
  'photo_refused',
  'liveness_primer',
  'liveness',
  'liveness_trouble',
  'without_liveness',
  'waiting',
  'device_trouble',
  'storage_full',
  'again',
  'result',
  'link',
  'elsewhere',
  'is_this_you',
  'handoff',
  'following',
  'offline',
  'trouble',
];

/** The states from which the page can come to an end, found from the ends on. */
const leadingToAnEnd = (nodes: ReadonlyMap<string, Node>): ReadonlySet<string> => {
  const before = new Map<string, string[]>();
  for (const [key, { next }] of nodes)
    for (const one of next) {
      const others = before.get(one);
      if (others === undefined) before.set(one, [key]);
      else others.push(key);
    }
  const leading = new Set([...nodes].filter(([, { state }]) => isEnd(state)).map(([key]) => key));
  // What is added meanwhile is visited too.
  for (const key of leading) for (const one of before.get(key) ?? []) leading.add(one);
  return leading;
};

describe('the screens of the page', function () {
  this.timeout(120_000);
  const reached = walks.map(walk);

  it('can all be reached', () => {
    const names = new Set(reached.flatMap((nodes) => [...nodes.values()].map(({ state }) => state.screen.name)));
    expect([...names].sort()).to.deep.equal([...allScreens].sort());
  });

  it('all lead to an end: none of them is a dead end', () => {
    const stuck = reached.flatMap((nodes) => {
      const leading = leadingToAnEnd(nodes);
      return [...nodes.keys()].filter((key) => !leading.has(key));
    });
    expect(stuck).to.deep.equal([]);
  });

  it('are not led away from what is known by a translation that comes late', () => {
    const [profile] = unfinished;
    if (profile === undefined) throw new Error('expected a profile');
    const translated: PageEvent = { type: 'translated', language: 'de', profile, settings };
    const nodes = reached.flatMap((walked) => [...walked.values()]);
    const led = nodes.filter(({ state }) => {
      const { state: after } = transition({ ...state, language: 'de' }, translated);
      return after.screen !== state.screen || deciding.profile(after) !== deciding.profile(state);
    });
    expect(led.map(({ state }) => state.screen)).to.deep.equal([]);
  });

  it('lead on by something that the person can do, or that comes by itself', () => {
    const stuck = reached
      .flatMap((nodes) => [...nodes.values()])
      .filter(({ pending, state }) => {
        if (isEnd(state) || pending.length > 0) return false;
        return acts.every((event) => transition(state, event).state === state);
      });
    expect(stuck.map(({ state }) => state.screen)).to.deep.equal([]);
  });
});
