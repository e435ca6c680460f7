import type { LivenessFault } from '../machine/index.ts';

/** The error states of the component (`LivenessErrorState` of `@aws-amplify/ui-react-liveness` 3.6.8). */
export type ErrorState =
  | 'CONNECTION_TIMEOUT'
  | 'TIMEOUT'
  | 'RUNTIME_ERROR'
  | 'FRESHNESS_TIMEOUT'
  | 'SERVER_ERROR'
  | 'CAMERA_FRAMERATE_ERROR'
  | 'CAMERA_ACCESS_ERROR'
  | 'FACE_DISTANCE_ERROR'
  | 'MOBILE_LANDSCAPE_ERROR'
  | 'MULTIPLE_FACES_ERROR'
  | 'DEFAULT_CAMERA_NOT_FOUND_ERROR';

/** The page's fault for each state. After every one of them the session is used up. */
export const faultsOfStates: { readonly [State in ErrorState]: LivenessFault } = {
  CONNECTION_TIMEOUT: 'connection',
  TIMEOUT: 'timeout',
  RUNTIME_ERROR: 'other',
  FRESHNESS_TIMEOUT: 'timeout',
  SERVER_ERROR: 'service',
  CAMERA_FRAMERATE_ERROR: 'slow_camera',
  CAMERA_ACCESS_ERROR: 'camera',
  FACE_DISTANCE_ERROR: 'distance',
  MOBILE_LANDSCAPE_ERROR: 'landscape',
  MULTIPLE_FACES_ERROR: 'face',
  DEFAULT_CAMERA_NOT_FOUND_ERROR: 'camera',
};

const isErrorState = (state: string): state is ErrorState => Object.hasOwn(faultsOfStates, state);

/** The fault of a state, which a later version of the component may have that is not known here. */
export const faultOfState = (state: string | undefined): LivenessFault =>
  state !== undefined && isErrorState(state) ? faultsOfStates[state] : 'other';
