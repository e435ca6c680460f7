import {
  E,
  type Either,
  type NotFound,
  type ProfileId,
  pipe,
  type TaskEither,
  TE,
  type Unavailable,
  unavailable,
} from '@portcullis/domain';
import { decode, parseJson, t } from '@portcullis/domain/kernel';
import type { StoredResponse } from '@portcullis/domain/ports';
import { openText, sealText } from '../encryption/sealed-text.ts';
import type { RecordEncryption } from '../keys/record-encryption.ts';
import type { TextContext } from '../keys/service-keys.ts';

/** A response in plaintext. */
export const PlaintextAnswer = t.type(
  { status: t.number, headers: t.record(t.string, t.string), body: t.string },
  'kept answer',
);

/** A response as it stands in its column: in plaintext, or as one sealed text. */
export const StoredAnswer = t.union([PlaintextAnswer, t.type({ sealed: t.string }, 'sealed answer')], 'stored answer');
export type StoredAnswer = t.TypeOf<typeof StoredAnswer>;

/** The idempotency key of a response, and the profile that it is about. */
type AnswerOwner = { readonly key: string; readonly profileId: ProfileId | null };

/**
 * Seals and opens stored responses, because they contain personal data. `null`: the response is lost, because the data
 * of its profile was destroyed.
 */
export type AnswerEncryption = {
  readonly seal: (answer: StoredResponse, owner: AnswerOwner) => TaskEither<Unavailable, StoredAnswer | null>;
  readonly open: (stored: StoredAnswer, owner: AnswerOwner) => TaskEither<Unavailable, StoredResponse | null>;
};

const contextOf = (key: string): TextContext => ['idempotency_keys', key, 'answer'];

const decodeAnswer = (text: string | null): Either<Unavailable, StoredResponse> => {
  const answer = text === null ? null : decode(PlaintextAnswer, parseJson(text));
  if (answer !== null && E.isRight(answer)) return answer;
  return E.left(unavailable('database', answer?.left ?? 'a kept answer does not open', 'invalid_response'));
};

const nullIfLost = <A>(task: TaskEither<NotFound | Unavailable, A>): TaskEither<Unavailable, A | null> =>
  pipe(
    task,
    TE.orElse((why) => (why._tag === 'NotFound' ? TE.right(null) : TE.left(why))),
  );

/**
 * A response is sealed with the key of the profile that it is about, so that every copy becomes unreadable with the
 * profile; without a profile it is sealed with a key of the service. It is stored in plaintext when there is no
 * keyring.
 */
export const answerEncryption = ({ dataKeys, keyring, serviceKeys }: RecordEncryption): AnswerEncryption => ({
  seal: (answer, { key, profileId }) => {
    if (keyring === null) return TE.right(answer);
    const text = JSON.stringify(answer);
    const sealed: TaskEither<NotFound | Unavailable, string> =
      profileId === null
        ? serviceKeys.sealText(contextOf(key), text)
        : pipe(
            dataKeys.findOrCreate(keyring, profileId),
            TE.map((dataKey) => sealText(dataKey, contextOf(key), text)),
          );
    return nullIfLost(
      pipe(
        sealed,
        TE.map((kept): StoredAnswer => ({ sealed: kept })),
      ),
    );
  },
  open: (stored, { key, profileId }) => {
    if (!('sealed' in stored)) return TE.right(stored);
    const text: TaskEither<NotFound | Unavailable, string | null> =
      profileId === null
        ? serviceKeys.openText(contextOf(key), stored.sealed)
        : pipe(
            dataKeys.find(profileId),
            TE.map((dataKey) => openText(dataKey, contextOf(key), stored.sealed)),
          );
    return nullIfLost(
      pipe(
        text,
        TE.flatMap((opened) => TE.fromEither(decodeAnswer(opened))),
      ),
    );
  },
});
