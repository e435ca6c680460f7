import {
  E,
  type FileStore,
  type NotFound,
  notFound,
  type ProfileId,
  pipe,
  type TaskEither,
  TE,
  type Unavailable,
  unavailable,
} from '@portcullis/domain';
import type { StoredFile } from '@portcullis/domain/evidence';
import { contradictedRecord, type FileId, t, withOutageCause } from '@portcullis/domain/kernel';
import type { FileContent, NewFile } from '@portcullis/domain/ports';
import { decodeRow } from '../driver/read-rows.ts';
import type { RecordDriver, WriteRejection } from '../driver/record-driver.ts';
import { isNotUnique, unexpectedRejection } from '../driver/rejection.ts';
import { isRowId } from '../driver/row-id.ts';
import type { RecordEncryption } from '../keys/record-encryption.ts';
import { describeFile, FileRow, hasSameBytes, newFile, openContent } from '../rows/file-row.ts';

const destroyed = contradictedRecord('the data of this profile was destroyed', 'files');
/** The row of the file was just read. */
const bytesGone = withOutageCause(
  unavailable('files', 'the bytes of the file are gone', 'rejected'),
  'missing_row_contradiction',
);

/** The part of a row that tells which profile it belongs to. */
const OwnedRow = t.type({ profile: t.string });

/** The row of a file of this profile. A row of another profile is not decoded any further. */
const findRow = (
  driver: RecordDriver,
  profileId: ProfileId,
  id: FileId,
): TaskEither<NotFound | Unavailable, FileRow> => {
  if (!isRowId(id)) return TE.left(notFound);
  return pipe(
    driver.get('files', id),
    TE.flatMap((row): TaskEither<NotFound | Unavailable, FileRow> => {
      if (row === null) return TE.left(notFound);
      const owned = decodeRow(OwnedRow, row, 'files');
      if (E.isLeft(owned)) return TE.left(owned.left);
      return owned.right.profile === profileId ? TE.fromEither(decodeRow(FileRow, row, 'files')) : TE.left(notFound);
    }),
  );
};

/** Reads the content of a row that is queried here, and once more when the file was replaced meanwhile. */
const readContent = (
  driver: RecordDriver,
  { dataKeys }: RecordEncryption,
  queriedRow: TaskEither<NotFound | Unavailable, FileRow>,
  contentSha256: string | null,
): TaskEither<NotFound | Unavailable, FileContent> => {
  const bytesOf = (row: FileRow, key: Uint8Array): TaskEither<Unavailable, FileContent> =>
    pipe(
      driver.getBlob(row),
      TE.flatMap((content) =>
        TE.fromEither(content === null ? E.left(bytesGone) : openContent(row, key, contentSha256)(content)),
      ),
    );

  const contentOf = (row: FileRow): TaskEither<NotFound | Unavailable, FileContent> =>
    pipe(
      dataKeys.find(row.profile),
      TE.flatMap((key) => bytesOf(row, key)),
    );

  /** A file that was replaced has a new name. A reader that has read its row before finds it under the new name. */
  const retryIfReplaced =
    (before: FileRow) =>
    (failure: NotFound | Unavailable): TaskEither<NotFound | Unavailable, FileContent> =>
      pipe(
        queriedRow,
        TE.flatMap((now) => (hasSameBytes(now, before) ? TE.left(failure) : contentOf(now))),
      );

  const contentOrAgain = (found: FileRow) => pipe(contentOf(found), TE.orElse(retryIfReplaced(found)));

  return pipe(queriedRow, TE.flatMap(contentOrAgain));
};

/** Writes the file, or finds the one that was stored under the id before it. */
const writeFile = (driver: RecordDriver, file: NewFile, key: Uint8Array): TaskEither<Unavailable, StoredFile> => {
  const { columns, blob } = newFile(file, key);
  /** The row that is stored under the id, when the rejection was that the id is taken. */
  const existingRow = (failure: WriteRejection | Unavailable): TaskEither<Unavailable, FileRow> =>
    isNotUnique(failure, 'id')
      ? pipe(
          findRow(driver, file.profileId, file.id),
          TE.mapLeft((why) =>
            why._tag === 'NotFound' ? contradictedRecord('the id belongs to a file of another profile', 'files') : why,
          ),
        )
      : TE.left(unexpectedRejection('files')(failure));
  return pipe(
    driver.putBlob(columns, blob),
    TE.flatMap((row) => TE.fromEither(decodeRow(FileRow, row, 'files'))),
    TE.orElse(existingRow),
    TE.flatMap((row) => TE.fromEither(describeFile(row, key))),
  );
};

const removeRow =
  (driver: RecordDriver) =>
  ({ id }: FileRow): TaskEither<Unavailable, void> =>
    pipe(
      driver.removeBlob(id),
      TE.orElse((failure) =>
        failure._tag === 'NoSuchRow' ? TE.right(undefined) : TE.left(unexpectedRejection('files')(failure)),
      ),
    );

/** Stores images, sealed with the key of their profile. */
export const fileStoreOver = (driver: RecordDriver, encryption: RecordEncryption): FileStore => {
  const { dataKeys } = encryption;
  return {
    put: (file) =>
      pipe(
        dataKeys.findOrCreate(file.profileId),
        TE.mapLeft((why) => (why._tag === 'NotFound' ? destroyed : why)),
        TE.flatMap((key) => writeFile(driver, file, key)),
      ),
    get: (profileId, id, contentSha256 = null) =>
      readContent(driver, encryption, findRow(driver, profileId, id), contentSha256),
    remove: (profileId, id) =>
      pipe(
        findRow(driver, profileId, id),
        TE.flatMap((row) => removeRow(driver)(row)),
        TE.orElse((why) => (why._tag === 'NotFound' ? TE.right(undefined) : TE.left(why))),
      ),
  };
};
