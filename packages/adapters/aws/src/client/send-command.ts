import {
  E,
  type Either,
  type NotFound,
  pipe,
  type TaskEither,
  TE,
  type Unavailable,
  unavailable,
} from '@portcullis/domain';
import { decode, type ExternalService, schemaCodec, type t } from '@portcullis/domain/kernel';
import { failureOf } from './errors.ts';

/**
 * AWS's confidence in something, or the similarity of two faces. The SDK accepts `NaN` as a number, this codec does
 * not.
 */
export const PercentCodec = schemaCodec(
  'a number from 0 to 100',
  (u): u is number => typeof u === 'number' && u >= 0 && u <= 100,
  { type: 'number', minimum: 0, maximum: 100 },
);

/** Decodes a response. The error names the fields that are wrong, and never their values. */
export const decodeResponse = <A>(
  service: ExternalService,
  codec: t.Decoder<unknown, A>,
  response: unknown,
): Either<Unavailable, A> =>
  E.mapLeft((faults) => unavailable(service, faults, 'invalid_response'))(decode(codec, response));

/** Sends one command within a call that is in flight and decodes its response. */
export const sendCommand = <A>(
  service: ExternalService,
  send: () => Promise<unknown>,
  codec: t.Decoder<unknown, A>,
): TaskEither<NotFound | Unavailable, A> =>
  pipe(
    TE.tryCatch(send, (thrown) => failureOf(service, thrown)),
    TE.flatMap(
      (answer): TaskEither<NotFound | Unavailable, A> => TE.fromEither(decodeResponse(service, codec, answer)),
    ),
  );
