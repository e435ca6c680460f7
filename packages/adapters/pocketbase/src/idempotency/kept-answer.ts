import {
  decode,
  E,
  type Either,
  type KeptAnswer,
  pipe,
  type TaskEither,
  TE,
  t,
  type Unavailable,
  unavailable,
} from '@portcullis/domain';
import { isSealedText } from '@portcullis/sealing';
import { parsed } from '../sealing/parsed.ts';
import type { ServiceKeys, TextPlace } from '../sealing/service-keys.ts';

const ClearAnswer = t.type({ status: t.number, headers: t.record(t.string, t.string), body: t.string }, 'kept answer');

/** An answer as it stands in its column: in clear, or as one sealed text. */
export const StoredAnswer = t.union([ClearAnswer, t.type({ sealed: t.string }, 'sealed answer')], 'stored answer');
export type StoredAnswer = t.TypeOf<typeof StoredAnswer>;

/** How answers rest, since they hold personal data. */
export type AnswerBox = {
  readonly close: (answer: KeptAnswer, key: string) => TaskEither<Unavailable, StoredAnswer>;
  readonly open: (stored: StoredAnswer, key: string) => TaskEither<Unavailable, KeptAnswer>;
};

/** In clear, where no keys are configured. */
export const clearBox: AnswerBox = {
  close: (answer) => TE.right(answer),
  open: (stored) =>
    'sealed' in stored
      ? TE.left(unavailable('database', 'a sealed answer, and no keys to open it', 'rejected'))
      : TE.right(stored),
};

const placeOf = (key: string): TextPlace => ['idempotency_keys', key, 'answer'];

const answerIn = (text: string): Either<Unavailable, KeptAnswer> => {
  const answer = decode(ClearAnswer, parsed(text));
  return E.isRight(answer) ? answer : E.left(unavailable('database', answer.left, 'invalid_response'));
};

/** Sealed for the key under which they are kept; in clear where there is no keyring, and as they were before there was. */
export const sealedBox = ({ openText, sealText }: ServiceKeys): AnswerBox => ({
  close: (answer, key) =>
    pipe(
      sealText(placeOf(key), JSON.stringify(answer)),
      TE.map((text) => (isSealedText(text) ? { sealed: text } : answer)),
    ),
  open: (stored, key) =>
    'sealed' in stored
      ? pipe(
          openText(placeOf(key), stored.sealed),
          TE.flatMap((text) => TE.fromEither(answerIn(text))),
        )
      : TE.right(stored),
});
