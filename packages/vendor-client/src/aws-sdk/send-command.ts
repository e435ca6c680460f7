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
import { decode, type ExternalService, type t } from '@portcullis/domain/kernel';

type Failure = NotFound | Unavailable;

/** Decodes a response. The error names the fields that are wrong, and never their values. */
export const decodeResponse = <A>(
  service: ExternalService,
  codec: t.Decoder<unknown, A>,
  response: unknown,
): Either<Unavailable, A> =>
  pipe(
    decode(codec, response),
    E.mapLeft((faults) => unavailable(service, faults, 'invalid_response')),
  );

/** Sends one command within a call that is in flight, and decodes its response. */
export const commandSender =
  (failureOf: (service: ExternalService, thrown: unknown) => Failure) =>
  <A>(service: ExternalService, send: () => Promise<unknown>, codec: t.Decoder<unknown, A>): TaskEither<Failure, A> =>
    pipe(
      TE.tryCatch(send, (thrown) => failureOf(service, thrown)),
      TE.flatMap((answer) => TE.fromEither(decodeResponse(service, codec, answer))),
    );
