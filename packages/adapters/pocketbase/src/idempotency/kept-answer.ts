import { type KeptAnswer, type TaskEither, TE, t, type Unavailable, unavailable } from '@portcullis/domain';

/** An answer as it stands in its column: in clear, or as one sealed text. */
export const StoredAnswer = t.union(
  [
    t.type({ status: t.number, headers: t.record(t.string, t.string), body: t.string }, 'kept answer'),
    t.type({ sealed: t.string }, 'sealed answer'),
  ],
  'stored answer',
);
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
