import { randomBytes } from 'node:crypto';
import { E, type Either, type TaskEither, type Unavailable } from '@portcullis/domain';
import type { RecordDriver, Row, WriteRejection } from '../../driver/record-driver.ts';
import { isNotUnique, unexpectedRejection } from '../../driver/rejection.ts';

/** The row of a file that is there for a moment, to see whether files can be written. It belongs to no profile. */
export const testFileId = 'testfile0000001';

const rowOf = (size: number): Row => ({
  id: testFileId,
  profile: testFileId,
  kind: 'test',
  content_type: 'application/octet-stream',
  size,
  sha256: 'test',
});

/**
 * Writes a file of so many bytes and removes it. They are random: PostgreSQL would compress zeros to nothing that needs
 * room. A file takes room on the disk at once, where rows may be written over earlier ones of SQLite's journal for a
 * long time. One that a process has left which died meanwhile is removed first.
 */
export const writeTestFile = (driver: RecordDriver, size: number): TaskEither<Unavailable, void> => {
  const bytes = randomBytes(size);
  const put = driver.putBlob(rowOf(size), { bytes, contentType: 'application/octet-stream', name: 'test' });
  const remove = async (): Promise<Either<WriteRejection | Unavailable, void>> => {
    const removed = await driver.removeBlob(testFileId)();
    return E.isLeft(removed) && removed.left._tag === 'NoSuchRow' ? E.right(undefined) : removed;
  };
  const isTaken = (written: Either<WriteRejection | Unavailable, unknown>): boolean =>
    E.isLeft(written) && isNotUnique(written.left, 'id');

  return async () => {
    let written = await put();
    if (isTaken(written)) {
      const removed = await remove();
      if (E.isLeft(removed)) return E.left(unexpectedRejection('files')(removed.left));
      written = await put();
    }
    // Another instance has written its own meanwhile.
    if (isTaken(written)) return E.right(undefined);
    if (E.isLeft(written)) return E.left(unexpectedRejection('files')(written.left));
    const removed = await remove();
    return E.isLeft(removed) ? E.left(unexpectedRejection('files')(removed.left)) : E.right(undefined);
  };
};
