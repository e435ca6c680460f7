import {
  type CredentialsIssuer,
  type DeviceInspector,
  type DocumentReader,
  type FaceComparer,
  type LivenessProvider,
  type Service,
  type TaskEither,
  TE,
  type Unavailable,
  unavailable,
} from '@portcullis/domain';

/** A provider whose adapter is not a part of this release does not come up by itself: asking again soon is no use. */
const retryAfterSeconds = 3600;

const refuse = (service: Service) => (): TaskEither<Unavailable, never> =>
  TE.left(unavailable(service, 'no adapter for this provider yet', 'not_configured', retryAfterSeconds));

/**
 * Stand for the vendors whose adapters this release does not have. Each answers `Unavailable` of kind `not_configured` to
 * every call: a request gets 503, a check counts as unavailable, and no profile is approved without it.
 */
export const notYetAvailable: {
  readonly liveness: LivenessProvider;
  readonly faces: FaceComparer;
  readonly reader: DocumentReader;
  readonly devices: DeviceInspector;
  readonly credentials: CredentialsIssuer;
} = {
  liveness: { open: refuse('liveness'), read: refuse('liveness') },
  faces: { compare: refuse('faces') },
  reader: { read: refuse('document_reader') },
  devices: { inspect: refuse('device') },
  credentials: { issue: refuse('browser_credentials') },
};
