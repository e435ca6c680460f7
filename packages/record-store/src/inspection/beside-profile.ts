import type { RecordFault, RecordFinding } from '@portcullis/backoffice/ports';
import { E, type Profile, pipe, type TaskEither, TE, type Unavailable } from '@portcullis/domain';
import { filesIn, type StoredFile } from '@portcullis/domain/evidence';
import { sequential, t } from '@portcullis/domain/kernel';
import { allOf, compare, oneOfTexts, partsOf } from '../driver/condition.ts';
import { getRow, pageOfRows } from '../driver/read-rows.ts';
import type { RecordDriver } from '../driver/record-driver.ts';
import { isRowId } from '../driver/row-id.ts';
import { DataKeyRow, dataKeyRowId, isZeroed } from '../keys/data-keys.ts';
import type { RecordEncryption } from '../keys/record-encryption.ts';
import { encodeColumnText } from '../rows/column-text.ts';
import { describeFile, FileRow } from '../rows/file-row.ts';
import { eventDigest } from '../stores/device-event-claims.ts';

/** A profile has fewer sessions than this. */
const maxRows = 1000;

type Inspect = (driver: RecordDriver, profile: Profile) => TaskEither<Unavailable, readonly RecordFault[]>;

const SessionRow = t.type({ session: t.string });

/** Every session that the profile has opened has a row that names the profile. */
export const inspectSessions: Inspect = (driver, { evidence, id }) => {
  const opened = evidence.flatMap((item) => (item.kind === 'liveness_session' ? [item.sessionId] : []));
  if (opened.length === 0) return TE.right([]);
  return pipe(
    pageOfRows(driver, 'liveness_sessions', SessionRow, { filter: compare('profile', '=', id), limit: maxRows }),
    TE.map((rows): readonly RecordFault[] => {
      const found = new Set(rows.map(({ session }) => session));
      return opened.every((sessionId) => found.has(encodeColumnText(sessionId))) ? [] : ['session'];
    }),
  );
};

const isSameFile = (stored: StoredFile, expected: StoredFile): boolean =>
  stored.id === expected.id &&
  stored.kind === expected.kind &&
  stored.contentType === expected.contentType &&
  stored.size === expected.size &&
  stored.sha256 === expected.sha256;

/** The key of a profile's files; `null` when it was destroyed. */
const keyOf = ({ dataKeys }: RecordEncryption, id: string): TaskEither<Unavailable, Uint8Array | null> =>
  pipe(
    dataKeys.find(id),
    TE.orElse((why) => (why._tag === 'NotFound' ? TE.right(null) : TE.left(why))),
  );

/** How many files are looked for in one query; a condition has at most 100 comparisons. */
const filesInQuery = 50;

/**
 * The rows of some files of a profile. They are found by their ids: a profile may have any number of files besides, of
 * uploads that failed half-way.
 */
const rowsOf = (driver: RecordDriver, profile: string, files: readonly StoredFile[]) => {
  const ids = files.map(({ id }) => id).filter(isRowId);
  const page = (some: readonly string[]) =>
    pageOfRows(driver, 'files', FileRow, {
      filter: allOf([compare('profile', '=', profile), oneOfTexts('id', some)]),
      limit: filesInQuery,
    });
  return pipe(
    sequential(partsOf(ids, filesInQuery), page),
    TE.map((rows) => rows.flat()),
  );
};

/** Every file of the evidence has its row, with what the evidence says of it. The bytes are not read. */
export const inspectFiles =
  (encryption: RecordEncryption) =>
  (driver: RecordDriver, { evidence, id }: Profile): TaskEither<Unavailable, readonly RecordFinding[]> => {
    const files = filesIn(evidence);
    if (files.length === 0) return TE.right([]);
    return pipe(
      TE.Do,
      TE.bindW('key', () => keyOf(encryption, id)),
      TE.bindW('rows', () => rowsOf(driver, id, files)),
      TE.map(({ key, rows }): readonly RecordFinding[] => {
        const stored = rows.flatMap((row) => {
          const file = key === null ? null : describeFile(row, key);
          return file !== null && E.isRight(file) ? [file.right] : [];
        });
        return files
          .filter((file) => !stored.some((one) => isSameFile(one, file)))
          .map((file) => ({ fault: 'file', file: file.id }));
      }),
    );
  };

const EventRow = t.type({ profile: t.string, attempt: t.number });

/** How many of the newest events of a profile are looked for. */
const maxEvents = 40;

/**
 * Every device event that was claimed for the profile has its row: the profile's own, or, where the event had been used
 * before, anybody's.
 */
export const inspectDeviceEvents =
  ({ lookUpDigest }: RecordEncryption): Inspect =>
  (driver, { evidence, id }) => {
    const claimed = evidence.flatMap((item) => (item.kind === 'device' && item.facts?.linkedId === id ? [item] : []));
    if (claimed.length === 0) return TE.right([]);
    const isRecorded = ({ attempt, eventId, usedBefore }: (typeof claimed)[number]): TaskEither<Unavailable, boolean> =>
      pipe(
        lookUpDigest,
        TE.flatMap((digest) => {
          const filter = compare('event', '=', eventDigest(digest, eventId));
          return pageOfRows(driver, 'device_events', EventRow, { filter, limit: 1 });
        }),
        TE.map((rows) =>
          usedBefore ? rows.length > 0 : rows.some((row) => row.profile === id && row.attempt === attempt),
        ),
      );
    return pipe(
      sequential(claimed.slice(-maxEvents), isRecorded),
      TE.map((recorded): readonly RecordFault[] => (recorded.every((is) => is) ? [] : ['device_event'])),
    );
  };

/** The key of a profile whose erasure is complete is destroyed, and nobody has put it back. */
export const inspectErasedKey: Inspect = (driver, { id, redaction }) =>
  redaction?.completedAt === null || redaction === undefined
    ? TE.right([])
    : pipe(
        getRow(driver, 'data_keys', dataKeyRowId(id), DataKeyRow),
        TE.map((row): readonly RecordFault[] => (row === null || isZeroed(row.wrapped) ? [] : ['erased_key'])),
      );
