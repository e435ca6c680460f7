import {
  decode,
  E,
  type Either,
  type KeptAnswer,
  type NotFound,
  type ProfileId,
  pipe,
  type TaskEither,
  TE,
  t,
  type Unavailable,
  unavailable,
} from '@portcullis/domain';
import { openText, sealText } from '@portcullis/sealing';
import { parsed } from '../sealing/parsed.ts';
import type { Sealing } from '../sealing/sealing.ts';
import type { TextPlace } from '../sealing/service-keys.ts';

const ClearAnswer = t.type({ status: t.number, headers: t.record(t.string, t.string), body: t.string }, 'kept answer');

/** A response as it stands in its column: in plaintext, or as one sealed text. */
export const StoredAnswer = t.union([ClearAnswer, t.type({ sealed: t.string }, 'sealed answer')], 'stored answer');
export type StoredAnswer = t.TypeOf<typeof StoredAnswer>;

/** The idempotency key of a response, and the profile that it is about. */
type AnswerOf = { readonly key: string; readonly profileId: ProfileId | null };

/**
 * Seals and opens stored responses, because they contain personal data. `null`: the response is lost, because the data
 * of its profile was destroyed.
 */
export type AnswerBox = {
  readonly close: (answer: KeptAnswer, of: AnswerOf) => TaskEither<Unavailable, StoredAnswer | null>;
  readonly open: (stored: StoredAnswer, of: AnswerOf) => TaskEither<Unavailable, KeptAnswer | null>;
};

const placeOf = (key: string): TextPlace => ['idempotency_keys', key, 'answer'];

const answerIn = (text: string | null): Either<Unavailable, KeptAnswer> => {
  const answer = text === null ? null : decode(ClearAnswer, parsed(text));
  if (answer !== null && E.isRight(answer)) return answer;
  return E.left(unavailable('database', answer?.left ?? 'a kept answer does not open', 'invalid_response'));
};

const orLost = <A>(task: TaskEither<NotFound | Unavailable, A>): TaskEither<Unavailable, A | null> =>
  TE.orElse((why: NotFound | Unavailable) =>
    why._tag === 'NotFound' ? TE.right<Unavailable, A | null>(null) : TE.left(why),
  )(task);

/**
 * A response is sealed with the key of the profile that it is about, so that every copy becomes unreadable with the
 * profile; without a profile it is sealed with a key of the service. It is stored in plaintext when there is no
 * keyring.
 */
export const answerBox = ({ dataKeys, keyring, serviceKeys }: Sealing): AnswerBox => ({
  close: (answer, { key, profileId }) => {
    if (keyring === null) return TE.right(answer);
    const text = JSON.stringify(answer);
    const sealed: TaskEither<NotFound | Unavailable, string> =
      profileId === null
        ? serviceKeys.sealText(placeOf(key), text)
        : TE.map((own: Uint8Array) => sealText(own, placeOf(key), text))(dataKeys.forWriting(keyring, profileId));
    return orLost(TE.map((kept: string): StoredAnswer => ({ sealed: kept }))(sealed));
  },
  open: (stored, { key, profileId }) => {
    if (!('sealed' in stored)) return TE.right(stored);
    const text: TaskEither<NotFound | Unavailable, string | null> =
      profileId === null
        ? serviceKeys.openText(placeOf(key), stored.sealed)
        : TE.map((own: Uint8Array) => openText(own, placeOf(key), stored.sealed))(dataKeys.find(profileId));
    return orLost(
      pipe(
        text,
        TE.flatMap((opened) => TE.fromEither(answerIn(opened))),
      ),
    );
  },
});
