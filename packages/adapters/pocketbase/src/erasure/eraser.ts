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
import { isRowId } from '../client/columns.ts';
import { dataKeyRowId, isZeroed, zeroed } from '../encryption/data-keys.ts';
import { pocketbaseEncryption, type RecordEncryption } from '../encryption/record-encryption.ts';
import { StoredAnswer } from '../stores/stored-answer.ts';
import { eraseDuplicates } from './erase-duplicates.ts';
import { eraseFiles } from './erase-files.ts';
import { isAmongFirstRows, purgeDatabase } from './purge-database.ts';
import { deleteAllRows, findAllRows, forEachSequential, type Search, updateRow } from './row-operations.ts';

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
    forEachSequential(rows, ({ id: row, wrapped }) =>
      isZeroed(wrapped) ? TE.right(undefined) : updateRow(client, 'data_keys', row, { wrapped: zeroed(wrapped) }),
    ),
  )(findAllRows(client, KeyRow, ofProfile('data_keys', id)));

const zeroedAnswer = (answer: unknown): StoredAnswer | null => {
  const known = decode(StoredAnswer, answer);
  if (E.isLeft(known)) return null;
  const { right } = known;
  return 'sealed' in right ? { sealed: zeroed(right.sealed) } : { ...right, body: zeroed(right.body) };
};

/** The idempotency keys stay until they expire: a repeated request must not start again what was erased. */
const eraseAnswers = (client: PocketbaseClient, id: ProfileId): TaskEither<Unavailable, void> =>
  TE.flatMap((rows: readonly t.TypeOf<typeof AnswerRow>[]) =>
    forEachSequential(rows, ({ answer, id: row }) => {
      if (answer == null) return TE.right(undefined);
      return pipe(
        updateRow(client, 'idempotency_keys', row, { answer: zeroedAnswer(answer) }),
        TE.flatMap(() => updateRow(client, 'idempotency_keys', row, { answer: null })),
      );
    }),
  )(findAllRows(client, AnswerRow, ofProfile('idempotency_keys', id)));

/** The hashed part of an entry stays unchanged; only the personal part beside it is deleted. */
const erasePersonalParts = (client: PocketbaseClient, id: ProfileId): TaskEither<Unavailable, void> =>
  TE.flatMap((rows: readonly t.TypeOf<typeof EntryRow>[]) =>
    forEachSequential(rows, (row) => {
      const known = decode(t.UnknownRecord, row.data);
      const { personal = null, ...data } = E.isRight(known) ? known.right : {};
      if (personal === null && (row.personal ?? '') === '') return TE.right(undefined);
      return updateRow(client, 'ledger', row.id, { ...(E.isRight(known) && { data }), personal: '' });
    }),
  )(findAllRows(client, EntryRow, ofProfile('ledger', id)));

/**
 * Erases profiles in PocketBase. The key is destroyed first: from then on everything that it sealed is unreadable,
 * including every copy.
 */
export const pocketbaseEraser = (
  client: PocketbaseClient,
  { dataKeys, keyring }: RecordEncryption = pocketbaseEncryption(client, null),
): Eraser => {
  /** Whether SQLite may hold a copy of a key that was erased since the last purge. */
  let mayHaveKeyCopy = false;
  const recordKeyCopy = (id: ProfileId): TaskEither<Unavailable, void> =>
    TE.map((isFirst: boolean) => {
      mayHaveKeyCopy ||= isFirst;
      return undefined;
    })(isAmongFirstRows(client, dataKeyRowId(id)));

  const erase: Eraser['erase'] = ({ id }) => {
    if (!isRowId(id)) return TE.right(undefined);
    const steps = [
      eraseKey(client, id),
      recordKeyCopy(id),
      eraseFiles(client, id),
      eraseAnswers(client, id),
      deleteAllRows(client, ofProfile('liveness_sessions', id)),
      erasePersonalParts(client, id),
      eraseDuplicates(client, id),
    ];
    return TE.map(() => dataKeys.evict(id))(forEachSequential(steps, (step) => step));
  };

  const purge: Eraser['purge'] = () => async () => {
    const rewrite = keyring === null || mayHaveKeyCopy;
    mayHaveKeyCopy = false;
    const done = await purgeDatabase(client, rewrite)();
    mayHaveKeyCopy ||= rewrite && E.isLeft(done);
    return done;
  };

  return { erase, purge };
};
