import {
  decode,
  E,
  type Eraser,
  type ProfileId,
  pipe,
  type TaskEither,
  TE,
  t,
  type Unavailable,
} from '@portcullis/domain';
import type { PocketbaseClient } from '../client/client.ts';
import { isRowId } from '../columns.ts';
import { StoredAnswer } from '../idempotency/kept-answer.ts';
import { blanked, dataKeyRowId, isBlank } from '../sealing/data-keys.ts';
import { pocketbaseSealing, type Sealing } from '../sealing/sealing.ts';
import { eraseFiles } from './erase-files.ts';
import { eraseSightings } from './erase-sightings.ts';
import { allRows, deleteAll, forEach, overwriteRow, type Search } from './rows.ts';
import { isAmongFirst, scrubbed } from './scrub.ts';

const ofProfile = (collection: string, id: ProfileId): Search => ({
  collection,
  expression: 'profile = {:id}',
  values: { id },
});

const KeyRow = t.type({ id: t.string, wrapped: t.string }, 'data key row');
/** A stored response or an entry of any form must not stop an erasure. */
const AnswerRow = t.type({ id: t.string, answer: t.unknown }, 'kept answer row');
const EntryRow = t.intersection(
  [t.type({ id: t.string, data: t.unknown }), t.partial({ personal: t.string })],
  'ledger row',
);

/**
 * Overwrites the key and keeps the row. When rows are deleted, SQLite merges what remains of several pages and leaves
 * copies of other keys behind, which no later overwrite would reach.
 */
const eraseKey = (client: PocketbaseClient, id: ProfileId): TaskEither<Unavailable, void> =>
  TE.flatMap((rows: readonly t.TypeOf<typeof KeyRow>[]) =>
    forEach(rows, ({ id: row, wrapped }) =>
      isBlank(wrapped) ? TE.right(undefined) : overwriteRow(client, 'data_keys', row, { wrapped: blanked(wrapped) }),
    ),
  )(allRows(client, KeyRow, ofProfile('data_keys', id)));

const blankAnswer = (answer: unknown): StoredAnswer | null => {
  const known = decode(StoredAnswer, answer);
  if (E.isLeft(known)) return null;
  const { right } = known;
  return 'sealed' in right ? { sealed: blanked(right.sealed) } : { ...right, body: blanked(right.body) };
};

/** The idempotency keys stay until they expire: a repeated request must not start again what was erased. */
const eraseAnswers = (client: PocketbaseClient, id: ProfileId): TaskEither<Unavailable, void> =>
  TE.flatMap((rows: readonly t.TypeOf<typeof AnswerRow>[]) =>
    forEach(rows, ({ answer, id: row }) => {
      if (answer == null) return TE.right(undefined);
      return pipe(
        overwriteRow(client, 'idempotency_keys', row, { answer: blankAnswer(answer) }),
        TE.flatMap(() => overwriteRow(client, 'idempotency_keys', row, { answer: null })),
      );
    }),
  )(allRows(client, AnswerRow, ofProfile('idempotency_keys', id)));

/** The hashed part of an entry stays unchanged; only the personal part beside it is deleted. */
const eraseWritten = (client: PocketbaseClient, id: ProfileId): TaskEither<Unavailable, void> =>
  TE.flatMap((rows: readonly t.TypeOf<typeof EntryRow>[]) =>
    forEach(rows, (row) => {
      const known = decode(t.UnknownRecord, row.data);
      const { personal = null, ...data } = E.isRight(known) ? known.right : {};
      if (personal === null && (row.personal ?? '') === '') return TE.right(undefined);
      return overwriteRow(client, 'ledger', row.id, { ...(E.isRight(known) && { data }), personal: '' });
    }),
  )(allRows(client, EntryRow, ofProfile('ledger', id)));

/**
 * Erases profiles in PocketBase. The key is destroyed first: from then on everything that it sealed is unreadable,
 * including every copy.
 */
export const pocketbaseEraser = (
  client: PocketbaseClient,
  { dataKeys, keyring }: Sealing = pocketbaseSealing(client, null),
): Eraser => {
  /** Whether SQLite may hold a copy of a key that was erased since the last purge. */
  let hasCopy = false;
  const noteCopy = (id: ProfileId): TaskEither<Unavailable, void> =>
    TE.map((isFirst: boolean) => {
      hasCopy ||= isFirst;
      return undefined;
    })(isAmongFirst(client, dataKeyRowId(id)));

  const erase: Eraser['erase'] = ({ id }) => {
    if (!isRowId(id)) return TE.right(undefined);
    const steps = [
      eraseKey(client, id),
      noteCopy(id),
      eraseFiles(client, id),
      eraseAnswers(client, id),
      deleteAll(client, ofProfile('liveness_sessions', id)),
      eraseWritten(client, id),
      eraseSightings(client, id),
    ];
    return TE.map(() => dataKeys.forget(id))(forEach(steps, (step) => step));
  };

  const scrub: Eraser['scrub'] = () => async () => {
    const anew = keyring === null || hasCopy;
    hasCopy = false;
    const done = await scrubbed(client, anew)();
    hasCopy ||= anew && E.isLeft(done);
    return done;
  };

  return { erase, scrub };
};
