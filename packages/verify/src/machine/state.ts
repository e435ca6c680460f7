import type { DocumentType, FlowProfile, FlowSettings, LivenessSession, Step } from '@portcullis/client/flow';

export type Side = 'front' | 'back';

/** Why there is no picture of the camera. `lost`: it was there, and went away. */
export type CameraFault = 'denied' | 'missing' | 'busy' | 'lost';

/**
 * The fault of a link: it has no token, a part of it got lost (`cut`), its token is not known (any more) or too old, or
 * its flow has ended. `code`: what another device showed cannot be redeemed. `stranger`: the person says that it is
 * somebody else's.
 */
export type LinkFault = 'missing' | 'cut' | 'unknown' | 'expired' | 'ended' | 'damaged' | 'code' | 'stranger';

/** Why a liveness session ended in the browser, before there was a result. */
export type LivenessFault =
  | 'camera'
  | 'slow_camera'
  | 'timeout'
  | 'connection'
  | 'service'
  | 'face'
  | 'distance'
  | 'landscape'
  | 'canceled'
  | 'unsupported'
  | 'other';

/** The document that the person wants to show. The country is three letters (ICAO 9303-3), or `null` for none. */
export type Choice = { readonly type: DocumentType; readonly country: string | null };

export type Photos = { readonly [Which in Side]: Blob | null };

/** The pictures of the same moment as each photo. */
export type Frames = { readonly [Which in Side]: readonly Blob[] };

/** A request of the page to the outside. Each effect is answered by an event; a failure names its effect. */
export type Effect =
  | { readonly type: 'load' }
  | { readonly type: 'read_profile' }
  /** A refusal with a scope is of the face check alone. */
  | { readonly type: 'give_consent'; readonly granted: boolean; readonly scope?: 'face' }
  | {
      readonly type: 'send_document';
      readonly photos: Photos;
      /** Absent where there are none. */
      readonly frames?: Frames;
      readonly choice: Choice | null;
    }
  | { readonly type: 'choose_path'; readonly path: string }
  | { readonly type: 'send_device' }
  | { readonly type: 'open_liveness' }
  | { readonly type: 'read_liveness'; readonly sessionId: string }
  | { readonly type: 'change_language'; readonly language: string }
  | { readonly type: 'create_handoff' }
  | { readonly type: 'renew_handoff' }
  | { readonly type: 'follow_profile' }
  | { readonly type: 'redeem_handoff'; readonly from: string | null }
  | { readonly type: 'wait'; readonly seconds: number; readonly ticket: number };

/** An effect that calls the service. */
export type Call = Exclude<Effect, { readonly type: 'wait' }>;

/** The screen: one thing at a time. */
export type Screen =
  | { readonly name: 'starting' }
  | { readonly name: 'welcome' }
  | { readonly name: 'consent' }
  | { readonly name: 'declining' }
  /** The paths of the policy, and the screen on which they were asked for. */
  | { readonly name: 'path_choice'; readonly before: Screen }
  | { readonly name: 'document_choice' }
  | { readonly name: 'camera_primer'; readonly side: Side }
  | { readonly name: 'capture'; readonly side: Side }
  | { readonly name: 'camera_trouble'; readonly side: Side; readonly fault: CameraFault }
  | { readonly name: 'check'; readonly side: Side }
  | { readonly name: 'sending' }
  /** The photos of these sides are of no use. */
  | { readonly name: 'photo_refused'; readonly sides: readonly Side[] }
  | { readonly name: 'storage_full' }
  | { readonly name: 'liveness_primer' }
  | { readonly name: 'liveness'; readonly session: LivenessSession }
  | { readonly name: 'liveness_trouble'; readonly fault: LivenessFault }
  /** The result of going on without the face check, and why that was interrupted; `null` where it has not begun. */
  | { readonly name: 'without_liveness'; readonly fault: LivenessFault | null }
  | { readonly name: 'device_trouble' }
  | { readonly name: 'waiting' }
  | { readonly name: 'again' }
  | { readonly name: 'result' }
  | { readonly name: 'link'; readonly fault: LinkFault }
  | { readonly name: 'elsewhere' }
  /** Another device shows the code of an identity check, for the partner of this name. */
  | { readonly name: 'is_this_you'; readonly from: string | null }
  /** The code for another device, and how often the profile was looked at since the code is shown. */
  | { readonly name: 'handoff'; readonly code: string; readonly looks: number }
  /** The person goes on on another device. */
  | { readonly name: 'following' }
  | { readonly name: 'offline'; readonly call: Call }
  | { readonly name: 'trouble'; readonly call: Call; readonly retryAfter?: number };

export type ScreenName = Screen['name'];

export type State = {
  readonly screen: Screen;
  readonly profile: FlowProfile | null;
  readonly settings: FlowSettings | null;
  /** The language that the person chose; `null` before that. */
  readonly language: string | null;
  /** Whether what the service says is in that language. `due`: it could not be asked for it yet. */
  readonly translation: 'done' | 'under_way' | 'due';
  /** Whether a call is under way while a screen with buttons is shown. */
  readonly isBusy: boolean;
  /** Whether the person has been told who asks and why. */
  readonly isWelcomed: boolean;
  /** Whether the person has been told what has to be done again. */
  readonly isTold: boolean;
  readonly choice: Choice | null;
  readonly photos: Photos;
  readonly frames: Frames;
  /** How often each step was sent in an attempt. The service keeps a rejected step until it has decided on all. */
  readonly sent: { readonly attempt: number | null; readonly times: { readonly [Which in Step]?: number } };
  /** The session whose result is awaited. */
  readonly sessionId: string | null;
  /** How often in a row the service had no answer yet. */
  readonly polls: number;
  /** The number of the wait that counts: an earlier one has no effect any more. */
  readonly ticket: number;
};

/** No photo, and no frame of one. */
export const noPictures: { readonly photos: Photos; readonly frames: Frames } = {
  photos: { front: null, back: null },
  frames: { front: [], back: [] },
};

/** Without the photos of these sides, and without their frames. */
export const withoutPhotos = (state: State, sides: readonly Side[]): State => ({
  ...state,
  photos: { ...state.photos, ...Object.fromEntries(sides.map((side) => [side, null])) },
  frames: { ...state.frames, ...Object.fromEntries(sides.map((side) => [side, []])) },
});

export const firstState: State = {
  screen: { name: 'starting' },
  profile: null,
  settings: null,
  language: null,
  translation: 'done',
  isBusy: false,
  isWelcomed: false,
  isTold: false,
  choice: null,
  ...noPictures,
  sent: { attempt: null, times: {} },
  sessionId: null,
  polls: 0,
  ticket: 0,
};
