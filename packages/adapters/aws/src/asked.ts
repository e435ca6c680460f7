import {
  decode,
  described,
  E,
  type Either,
  type NotFound,
  pipe,
  type Service,
  type TaskEither,
  TE,
  type t,
  type Unavailable,
  unavailable,
} from '@portcullis/domain';
import { failureOf } from './errors.ts';

/** How sure AWS is of something, or how alike two faces are. The SDK takes `NaN` for a number, we do not. */
export const PercentCodec = described(
  'a number from 0 to 100',
  (u): u is number => typeof u === 'number' && u >= 0 && u <= 100,
  { type: 'number', minimum: 0, maximum: 100 },
);

/** An answer that is what the codec says. What is wrong with another one is said by its places, never by what stands there. */
export const believed = <A>(service: Service, codec: t.Decoder<unknown, A>, answer: unknown): Either<Unavailable, A> =>
  E.mapLeft((faults) => unavailable(service, faults, 'invalid_response'))(decode(codec, answer));

/** Sends one command within a call that is under way, and answers what the codec makes of the answer. */
export const asked = <A>(
  service: Service,
  send: () => Promise<unknown>,
  codec: t.Decoder<unknown, A>,
): TaskEither<NotFound | Unavailable, A> =>
  pipe(
    TE.tryCatch(send, (thrown) => failureOf(service, thrown)),
    TE.flatMap((answer): TaskEither<NotFound | Unavailable, A> => TE.fromEither(believed(service, codec, answer))),
  );
