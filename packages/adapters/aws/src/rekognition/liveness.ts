import {
  CreateFaceLivenessSessionCommand,
  GetFaceLivenessSessionResultsCommand,
  type RekognitionClient,
} from '@aws-sdk/client-rekognition';
import {
  type Clock,
  E,
  type Either,
  type LivenessProvider,
  notFound,
  pipe,
  type TaskEither,
  TE,
  type Unavailable,
  unavailable,
} from '@portcullis/domain';
import { mediaTypeOf } from '@portcullis/domain/evidence';
import { decode, matching, oneOf, schemaCodec, t } from '@portcullis/domain/kernel';
import type { LivenessResult } from '@portcullis/domain/ports';
import { decodeResponse, notFoundAsRejected, type SendOptions, sendOptions } from '@portcullis/vendor-client/aws-sdk';
import type { AwsClients } from '../client/clients.ts';
import { PercentCodec, sendCommand } from '../client/send-command.ts';

/** A session and everything in it expires three minutes after it was opened. */
const sessionMs = 180_000;
/** The maximum size of a reference image in Rekognition's service model, in bytes. */
const maxReferenceBytes = 204_800;

const SessionIdCodec = matching('a session id', /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);

/** The challenges of Rekognition, by their names in the API. */
const challengeTypes = {
  movement_and_light: 'FaceMovementAndLightChallenge',
  movement: 'FaceMovementChallenge',
} as const;
type Challenge = keyof typeof challengeTypes;

const isChallenge = (name: string): name is Challenge => Object.hasOwn(challengeTypes, name);

/** The name of a challenge in the API. A type that is unknown here keeps its own name. */
const challengeNamed = (type: string): string =>
  Object.entries(challengeTypes).find(([, known]) => known === type)?.[0] ?? type;

const requestTokenForm = /^[a-zA-Z0-9_-]{1,64}$/;

const CreatedSessionCodec = t.type({ SessionId: SessionIdCodec });

const StatusCodec = t.type({
  SessionId: SessionIdCodec,
  Status: oneOf(['CREATED', 'IN_PROGRESS', 'SUCCEEDED', 'FAILED', 'EXPIRED']),
});

/**
 * Bytes that are present and are not a picture make the whole response invalid. They do not count as a missing picture.
 */
const ReferenceCodec = schemaCodec(
  `a JPEG or PNG of at most ${maxReferenceBytes} bytes`,
  (u): u is Uint8Array =>
    u instanceof Uint8Array &&
    u.length <= maxReferenceBytes &&
    (u.length === 0 || ['image/jpeg', 'image/png'].includes(mediaTypeOf(u) ?? '')),
  {},
);

const SucceededCodec = t.intersection([
  t.type({ Confidence: PercentCodec }),
  t.partial({ ReferenceImage: t.partial({ Bytes: ReferenceCodec }), Challenge: t.partial({ Type: t.string }) }),
]);

/** The bytes are copied, because the SDK's array may be a view into memory that others use. */
const succeededResult = ({
  Challenge: given,
  Confidence,
  ReferenceImage,
}: t.TypeOf<typeof SucceededCodec>): LivenessResult => {
  const bytes = ReferenceImage?.Bytes ?? new Uint8Array();
  return {
    status: 'succeeded',
    confidence: Confidence,
    challenge: given?.Type === undefined ? null : challengeNamed(given.Type),
    referenceImage: bytes.length > 0 ? new Uint8Array(bytes) : null,
  };
};

const unsucceededStatuses = {
  CREATED: 'created',
  IN_PROGRESS: 'in_progress',
  FAILED: 'failed',
  EXPIRED: 'expired',
} as const;

/** Decodes the response about a session. A response about another session is invalid. */
const resultOf = (sessionId: string, response: unknown): Either<Unavailable, LivenessResult> => {
  const head = decodeResponse('liveness', StatusCodec, response);
  if (E.isLeft(head)) return head;
  const { SessionId, Status } = head.right;
  if (SessionId !== sessionId) {
    return E.left(unavailable('liveness', { name: 'ForeignSession' }, 'invalid_response'));
  }
  if (Status !== 'SUCCEEDED') return E.right({ status: unsucceededStatuses[Status] });
  return pipe(decodeResponse('liveness', SucceededCodec, response), E.map(succeededResult));
};

type SessionRequest = { readonly challenge: Challenge; readonly requestToken: string };

const createSession = (
  client: RekognitionClient,
  options: SendOptions,
  { challenge, requestToken }: SessionRequest,
): TaskEither<Unavailable, t.TypeOf<typeof CreatedSessionCodec>> => {
  const command = new CreateFaceLivenessSessionCommand({
    ClientRequestToken: requestToken,
    Settings: { AuditImagesLimit: 0, ChallengePreferences: [{ Type: challengeTypes[challenge] }] },
  });
  return pipe(
    sendCommand('liveness', () => client.send(command, options), CreatedSessionCodec),
    TE.mapLeft(notFoundAsRejected('liveness')),
  );
};

/**
 * Face liveness of AWS Rekognition. AWS keeps no images beyond the session: there is no bucket and there are no audit
 * images, and the reference image comes with the response.
 */
export const rekognitionLiveness = ({ region, rekognition }: AwsClients, clock: Clock): LivenessProvider => ({
  open: ({ call, challenge, requestToken }) => {
    if (!requestTokenForm.test(requestToken)) {
      return TE.left(unavailable('liveness', { name: 'RequestTokenForm' }, 'rejected'));
    }
    if (!isChallenge(challenge)) return TE.left(unavailable('liveness', { name: 'UnknownChallenge' }, 'rejected'));
    return async () => {
      // The time is that of the first attempt: when a later attempt returns the same session, the session has been
      // running since then.
      const expiresAt = new Date(clock.now() + sessionMs).toISOString();
      const opened = rekognition.vendorClient.call(
        { service: 'liveness', operation: 'CreateFaceLivenessSession', call },
        (ongoing) => createSession(rekognition.client, sendOptions(ongoing), { challenge, requestToken }),
      );
      return pipe(
        await opened(),
        E.map(({ SessionId }) => ({
          sessionId: SessionId,
          clientParameters: { region, challenge },
          expiresAt,
        })),
      );
    };
  },

  read: ({ call, sessionId }) => {
    // The SDK sends whatever it is given, so a text that does not have the form of a session's id is rejected here.
    if (E.isLeft(decode(SessionIdCodec, sessionId))) return TE.left(notFound);
    return rekognition.vendorClient.call(
      { service: 'liveness', operation: 'GetFaceLivenessSessionResults', call },
      (ongoing) => {
        const command = new GetFaceLivenessSessionResultsCommand({ SessionId: sessionId });
        return pipe(
          sendCommand('liveness', () => rekognition.client.send(command, sendOptions(ongoing)), t.unknown),
          TE.flatMap((answer) => TE.fromEither(resultOf(sessionId, answer))),
        );
      },
    );
  },
});
