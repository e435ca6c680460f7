import { createHash } from 'node:crypto';
import { E, type Either } from '@portcullis/domain';
import { mapConcurrent, t } from '@portcullis/domain/kernel';
import { decodeRow } from '../driver/read-rows.ts';
import type { RecordDriver, Row } from '../driver/record-driver.ts';
import { type CopyFailure, ofSource, ofTarget, refuseCopy } from './copy-failure.ts';
import { firstFailure, otherRecord, writeRows, writersAtOnce } from './write-rows.ts';

const StoredFileRow = t.intersection([
  t.type({ id: t.string, profile: t.string, kind: t.string, content: t.string, object_key: t.string }),
  t.UnknownRecord,
]);
type StoredFileRow = t.TypeOf<typeof StoredFileRow>;

type Copied = Either<CopyFailure, void>;

const digestOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** The bytes of a file. Two answers are needed to believe that they are missing. */
const readBytes = async (source: RecordDriver, row: StoredFileRow): Promise<Either<CopyFailure, Uint8Array>> => {
  for (let tries = 2; tries > 0; tries -= 1) {
    const read = await ofSource(source.getBlob(row));
    if (E.isLeft(read)) return read;
    if (read.right !== null) return E.right(read.right);
  }
  return refuseCopy(
    `The source has no bytes of the file ${row.id} of ${row.profile}: put the volume right, or erase the profile, and call this again.`,
  );
};

/** Writes a file. Answers its row. */
const putFile = async (
  target: RecordDriver,
  { content: _, ...row }: StoredFileRow,
  bytes: Uint8Array,
): Promise<Either<CopyFailure, Row>> => {
  // The bytes are sealed, so that they have no other type; the engine gives them a new name.
  const blob = { bytes, contentType: 'application/octet-stream', name: row.kind };
  const put = await target.putBlob(row, blob)();
  if (E.isRight(put)) return put;
  return put.left._tag === 'NotUnique' ? otherRecord('files', row.id) : ofTarget(async () => put);
};

/** Copies one file, and compares what can be read of it then with what was read of the source. */
const copyFile = async (source: RecordDriver, target: RecordDriver, row: StoredFileRow): Promise<Copied> => {
  const bytes = await readBytes(source, row);
  if (E.isLeft(bytes)) return bytes;
  const put = await putFile(target, row, bytes.right);
  if (E.isLeft(put)) return put;
  const stored = decodeRow(StoredFileRow, put.right, 'files');
  if (E.isLeft(stored)) return ofTarget(async () => stored);
  const read = await ofTarget(target.getBlob(stored.right));
  if (E.isLeft(read)) return read;
  return read.right !== null && digestOf(read.right) === digestOf(bytes.right)
    ? E.right(undefined)
    : refuseCopy(`The target has other bytes of the file ${row.id} than the source.`);
};

/** Copies files. Where bytes are in an object store the row alone is copied, because the store stays where it is. */
export const copyFiles = async (source: RecordDriver, target: RecordDriver, rows: readonly Row[]): Promise<Copied> => {
  const decoded = rows.map((row) => decodeRow(StoredFileRow, row, 'files'));
  const damaged = decoded.find(E.isLeft);
  if (damaged !== undefined) return ofSource(async () => damaged);
  const files = decoded.flatMap((row) => (E.isRight(row) ? [row.right] : []));
  const objects = files.filter((row) => row.object_key !== '').map((row) => ({ ...row, content: '' }));
  const written = await writeRows(target, 'files', objects);
  if (E.isLeft(written)) return written;
  const own = files.filter((row) => row.object_key === '');
  return firstFailure(await mapConcurrent(own, (row) => copyFile(source, target, row), writersAtOnce));
};
