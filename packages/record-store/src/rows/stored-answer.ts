import {
  E,
  type Either,
  type NotFound,
  type ProfileId,
  pipe,
  type TaskEither,
  TE,
  type Unavailable,
} from '@portcullis/domain';
import { damagedRecord, decode, parseJson, t } from '@portcullis/domain/kernel';
import type { StoredResponse } from '@portcullis/domain/ports';
import { openText, sealText } from '../encryption/sealed-text.ts';
import type { RecordEncryption } from '../keys/record-encryption.ts';
import type { TextContext } from '../keys/service-keys.ts';

const OpenedAnswer = t.type({ status: t.number, headers: t.record(t.string, t.string), body: t.string });

/** A response as it stands in its column. */
export const StoredAnswer = t.type({ sealed: t.string });
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
  const answer = text === null ? null : decode(OpenedAnswer, parseJson(text));
  if (answer !== null && E.isRight(answer)) return answer;
  return E.left(damagedRecord(answer?.left ?? 'a kept answer does not open'));
};

const nullIfLost = <A>(task: TaskEither<NotFound | Unavailable, A>): TaskEither<Unavailable, A | null> =>
  pipe(
    task,
    TE.orElse((why) => (why._tag === 'NotFound' ? TE.right(null) : TE.left(why))),
  );

/**
 * A response is sealed with the key of the profile that it is about, so that every copy becomes unreadable with the
 * profile; without a profile it is sealed with a key of the service.
 */
export const answerEncryption = ({ dataKeys, serviceKeys }: RecordEncryption): AnswerEncryption => ({
  seal: (answer, { key, profileId }) => {
    const text = JSON.stringify(answer);
    const sealed: TaskEither<NotFound | Unavailable, string> =
      profileId === null
        ? serviceKeys.sealText(contextOf(key), text)
        : pipe(
            dataKeys.findOrCreate(profileId),
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
