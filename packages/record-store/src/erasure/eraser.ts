import { E, type Eraser, type ProfileId, pipe, type TaskEither, TE, type Unavailable } from '@portcullis/domain';
import { canonicalJson, decode, t } from '@portcullis/domain/kernel';
import { IdRow } from '../driver/read-rows.ts';
import type { RecordDriver } from '../driver/record-driver.ts';
import { ofDatabase } from '../driver/rejection.ts';
import { isRowId } from '../driver/row-id.ts';
import type { TableName, TableWithErasure } from '../driver/tables.ts';
import { dataKeyRowId, isZeroed, zeroed } from '../keys/data-keys.ts';
import type { RecordEncryption } from '../keys/record-encryption.ts';
import { erasedFromQueue } from '../rows/profile-row.ts';
import { StoredAnswer } from '../rows/stored-answer.ts';
import { eraseNotes } from '../stores/duplicates/erase-notes.ts';
import { eraseDuplicates } from './erase-duplicates.ts';
import { erasedText } from './erased-text.ts';
import { ErasableKeyRow, keyRowsOf, remainsIn } from './remains.ts';
import { deleteAllRows, deleteRow, findAllRows, forEachSequential, ofProfile, updateRow } from './row-operations.ts';

/** A stored response or an entry of any form must not stop an erasure. */
const AnswerRow = t.type({ id: t.string, answer: t.unknown });
const EntryRow = t.intersection([
  t.type({ id: t.string, data: t.unknown }),
  t.partial({ personal: t.string, event: t.string }),
]);

const HashedPart = t.type({ id: t.string, data: t.unknown });
const FileAddedEntry = t.type({ type: t.literal('file.added'), data: t.type({ file_id: t.string }) });

/** The ids of the files that the ledger of a profile names, whether they have a row or not. */
const fileIdsInLedger = (driver: RecordDriver, id: ProfileId): TaskEither<Unavailable, readonly string[]> =>
  pipe(
    findAllRows(driver, HashedPart, { ...ofProfile('ledger', id), columns: ['id', 'data'] }),
    TE.map((rows) => {
      const ids = rows.flatMap(({ data }) => {
        const known = decode(FileAddedEntry, data);
        return E.isRight(known) && isRowId(known.right.data.file_id) ? [known.right.data.file_id] : [];
      });
      return [...new Set(ids)];
    }),
  );

/** Deletes the files of a profile, and what an interrupted removal left of the files that its ledger names. */
const eraseFiles = (driver: RecordDriver, id: ProfileId): TaskEither<Unavailable, void> =>
  pipe(
    fileIdsInLedger(driver, id),
    TE.flatMap((named) => driver.removeBlobs(id, named)),
  );

/**
 * Overwrites the key and keeps the row. An engine may merge what remains of several pages when rows are deleted (SQLite
 * does), and leave copies of other keys behind, which no later overwrite would reach.
 */
const eraseKey = (driver: RecordDriver, id: ProfileId): TaskEither<Unavailable, void> =>
  pipe(
    findAllRows(driver, ErasableKeyRow, keyRowsOf(id)),
    TE.flatMap((rows) =>
      forEachSequential(rows, ({ id: row, wrapped }) =>
        isZeroed(wrapped) ? TE.right(undefined) : updateRow(driver, 'data_keys', row, { wrapped: zeroed(wrapped) }),
      ),
    ),
  );

const zeroedAnswer = (answer: unknown): StoredAnswer | null => {
  const known = decode(StoredAnswer, answer);
  return E.isLeft(known) ? null : { sealed: zeroed(known.right.sealed) };
};

const eraseAnswer = (driver: RecordDriver, { answer, id }: t.TypeOf<typeof AnswerRow>) =>
  pipe(
    updateRow(driver, 'idempotency_keys', id, { answer: zeroedAnswer(answer) }),
    TE.flatMap(() => updateRow(driver, 'idempotency_keys', id, { answer: null })),
  );

/** The idempotency keys stay until they expire: a repeated request must not start again what was erased. */
const eraseAnswers = (driver: RecordDriver, id: ProfileId): TaskEither<Unavailable, void> =>
  pipe(
    findAllRows(driver, AnswerRow, ofProfile('idempotency_keys', id)),
    TE.flatMap((rows) =>
      forEachSequential(rows, (row) => (row.answer == null ? TE.right(undefined) : eraseAnswer(driver, row))),
    ),
  );

/** The hashed part of an entry stays unchanged; the personal part beside it is deleted, and its event is rewritten. */
const erasePersonalParts = (driver: RecordDriver, id: ProfileId): TaskEither<Unavailable, void> =>
  pipe(
    findAllRows(driver, EntryRow, ofProfile('ledger', id)),
    TE.flatMap((rows) =>
      forEachSequential(rows, (row) => {
        const known = decode(t.UnknownRecord, row.data);
        const { personal = null, ...data } = E.isRight(known) ? known.right : {};
        const { event = '' } = row;
        const rewritten = erasedText(event);
        const isPersonal = personal !== null || (row.personal ?? '') !== '';
        if (!isPersonal && rewritten === event) return TE.right(undefined);
        return updateRow(driver, 'ledger', row.id, {
          ...(isPersonal && { ...(E.isRight(known) && { data }), personal: '' }),
          ...(rewritten !== event && { event: rewritten }),
        });
      }),
    ),
  );

/** An event stays used, and no longer says by whom: without a profile it is nobody's, and taken for everybody. */
const eraseDeviceEvents = (driver: RecordDriver, id: ProfileId): TaskEither<Unavailable, void> =>
  pipe(
    findAllRows(driver, IdRow, { ...ofProfile('device_events', id), columns: ['id'] }),
    TE.flatMap((rows) => forEachSequential(rows, (row) => updateRow(driver, 'device_events', row.id, { profile: '' }))),
  );

/**
 * The columns that are overwritten in the row of a profile that does not open, so that it leads to nobody. Its owner
 * and its end stay, as they do of every erased profile. An engine may refuse data that are empty.
 */
const blankColumns = {
  data: { erased: '' },
  reference_key: '',
  current_key: '',
  due_at: '',
  waiting_since: erasedFromQueue,
};

const isBlankedIn =
  (driver: RecordDriver): RecordEraser['isBlanked'] =>
  (id) =>
    isRowId(id)
      ? pipe(
          driver.get('profiles', id),
          TE.map((row) =>
            Object.entries(blankColumns).every(
              ([name, blank]) => canonicalJson(row?.[name] ?? null) === canonicalJson(blank),
            ),
          ),
        )
      : TE.right(false);

/** Erases profiles, also those whose row cannot be read. */
type RecordEraser = Eraser & {
  /**
   * Erases a profile whose row does not open, as `erase` does, and overwrites that row, which stays unreadable. No
   * entry and so no event is added: the row has the head of the ledger. The events that the profile has are rewritten.
   */
  readonly eraseUnopened: (id: ProfileId) => TaskEither<Unavailable, void>;
  /** Whether the row of a profile is what `eraseUnopened` leaves of it. */
  readonly isBlanked: (id: ProfileId) => TaskEither<Unavailable, boolean>;
  /** Erases what is kept beside the row of a profile, whether there is a row or not. */
  readonly eraseBeside: (id: ProfileId) => TaskEither<Unavailable, void>;
  /** The tables that still have what an erasure of this profile removes. */
  readonly remainsOf: (id: ProfileId) => TaskEither<Unavailable, readonly TableName[]>;
};

type Step = (driver: RecordDriver, id: ProfileId) => TaskEither<Unavailable, void>;

/** The data that are erased beside the key, table by table, in this order. */
const steps: { readonly [Table in Exclude<TableWithErasure, 'data_keys'>]: Step } = {
  files: eraseFiles,
  idempotency_keys: eraseAnswers,
  liveness_sessions: (driver, id) => deleteAllRows(driver, ofProfile('liveness_sessions', id)),
  device_events: eraseDeviceEvents,
  ledger: erasePersonalParts,
  sightings: eraseDuplicates,
  sighting_lists: eraseNotes,
  review_claims: (driver, id) => deleteRow(driver, 'review_claims', id),
};

/**
 * Erases profiles. The key is destroyed first: from then on everything that it sealed is unreadable, including every
 * copy. Where nothing is found there is nothing to erase, if `ensureSameDatabase` says before and after that it was
 * looked for in the right database.
 */
export const eraserOver = (
  driver: RecordDriver,
  { dataKeys }: RecordEncryption,
  ensureSameDatabase: TaskEither<Unavailable, void>,
): RecordEraser => {
  /** Whether the engine may hold a copy of a key that was erased since the last purge. */
  let mayHaveKeyCopy = false;
  const recordKeyCopy = (id: ProfileId): TaskEither<Unavailable, void> =>
    pipe(
      driver.mayHoldCopies('data_keys', dataKeyRowId(id)),
      TE.map((isFirst) => {
        mayHaveKeyCopy ||= isFirst;
        return undefined;
      }),
    );

  const eraseBeside = (id: ProfileId): TaskEither<Unavailable, void> => {
    if (!isRowId(id)) return TE.right(undefined);
    return pipe(
      ensureSameDatabase,
      TE.flatMap(() => eraseKey(driver, id)),
      TE.flatMap(() => recordKeyCopy(id)),
      TE.flatMap(() => forEachSequential(Object.values(steps), (step) => step(driver, id))),
      TE.flatMap(() => ensureSameDatabase),
      TE.mapLeft(ofDatabase),
      TE.map(() => dataKeys.evict(id)),
    );
  };

  const eraseUnopened: RecordEraser['eraseUnopened'] = (id) =>
    isRowId(id)
      ? pipe(
          eraseBeside(id),
          TE.flatMap(() => updateRow(driver, 'profiles', id, blankColumns)),
        )
      : TE.right(undefined);

  const purge: Eraser['purge'] = () => async () => {
    const rewrite = mayHaveKeyCopy;
    mayHaveKeyCopy = false;
    const done = await driver.purge(rewrite)();
    mayHaveKeyCopy ||= rewrite && E.isLeft(done);
    return done;
  };

  return {
    erase: ({ id }) => eraseBeside(id),
    eraseBeside,
    eraseUnopened,
    isBlanked: isBlankedIn(driver),
    remainsOf: remainsIn(driver),
    purge,
  };
};
