import { E, type Either, pipe, type TaskEither, TE, type Unavailable, unavailable } from '@portcullis/domain';
import { t } from '@portcullis/domain/kernel';
import { allOf, compare } from '../driver/condition.ts';
import type { ObjectStore, StoredObject } from '../driver/object-store.ts';
import { getRow, pageOfRows } from '../driver/read-rows.ts';
import type { Blob, RecordDriver, Row, WriteRejection } from '../driver/record-driver.ts';
import { tableOf } from '../driver/tables.ts';
import { newFileId, newObjectKey, prefixOfProfile } from './object-key.ts';

type Failure = WriteRejection | Unavailable;

/** How many rows or keys are read at a time. */
const perPage = 200;

const OwnedRow = t.type({ profile: t.string, object_key: t.string });
type OwnedRow = t.TypeOf<typeof OwnedRow>;
const KeyRow = t.type({ id: t.string, object_key: t.string });
type KeyRow = t.TypeOf<typeof KeyRow>;

/** A row of `files` as an insert completes it. */
const emptyRow: Row = Object.fromEntries(
  Object.entries(tableOf('files').columns).map(([column, kind]) => [column, kind === 'number' ? 0 : '']),
);

const done: Either<never, void> = E.right(undefined);

const rowOf = (driver: RecordDriver, id: string): Promise<Either<Unavailable, OwnedRow | null>> =>
  getRow(driver, 'files', id, OwnedRow)();

/** The rows of a profile whose bytes are objects, after an id. */
const rowsWithObjects = (
  driver: RecordDriver,
  profileId: string,
  after: string,
  limit = perPage,
): TaskEither<Unavailable, readonly KeyRow[]> =>
  pageOfRows(driver, 'files', KeyRow, {
    filter: allOf([compare('profile', '=', profileId), compare('object_key', '>', ''), compare('id', '>', after)]),
    columns: ['id', 'object_key'],
    sort: ['id'],
    limit,
  });

/** The keys of all objects that the rows of a profile name; a row that was changed may name that of another one. */
const keysOfProfile = async (
  driver: RecordDriver,
  profileId: string,
): Promise<Either<Unavailable, readonly string[]>> => {
  const rows: KeyRow[] = [];
  for (;;) {
    const found = await rowsWithObjects(driver, profileId, rows.at(-1)?.id ?? '')();
    if (E.isLeft(found)) return found;
    rows.push(...found.right);
    if (found.right.length < perPage) return E.right(rows.map((row) => row.object_key));
  }
};

const removeAll = async (objects: ObjectStore, keys: readonly string[]): Promise<Either<Unavailable, void>> => {
  for (const key of keys) {
    const removed = await objects.remove(key)();
    if (E.isLeft(removed)) return removed;
  }
  return done;
};

/** The store does not do what it says: no profile is to blame. */
const notRemoved = unavailable('files', 'an object is there after its removal', 'rejected');

/** Removes every object below a prefix, whether a row names it or not, until a list of them is empty. */
const removeBelow = async (objects: ObjectStore, prefix: string): Promise<Either<Unavailable, void>> => {
  for (let first: string | null = null; ; ) {
    const found: Either<Unavailable, readonly StoredObject[]> = await objects.list(prefix, null, perPage)();
    if (E.isLeft(found)) return found;
    const keys: readonly string[] = found.right.map(({ key }) => key);
    if (keys.length === 0) return done;
    if (keys[0] === first) return E.left(notRemoved);
    first = keys[0] ?? null;
    const removed: Either<Unavailable, void> = await removeAll(objects, keys);
    if (E.isLeft(removed)) return removed;
  }
};

type Blobs = Pick<RecordDriver, 'putBlob' | 'getBlob' | 'removeBlob' | 'removeBlobs'>;

/** The bytes of files in an object store, and their rows in the database. */
const blobsIn = (driver: RecordDriver, objects: ObjectStore): Blobs => {
  /**
   * Stores an object, and then the row that names it. The object is removed again when its row was refused, by a call
   * whose failure leaves an object without a row; a row without an answer may be there.
   */
  const withObject = async <A>(
    key: string,
    { bytes }: Blob,
    write: TaskEither<Failure, A>,
  ): Promise<Either<Failure, A>> => {
    const stored = await objects.put(key, bytes)();
    if (E.isLeft(stored)) return stored;
    const written = await write();
    if (E.isLeft(written) && written.left._tag !== 'Unavailable') await objects.remove(key)();
    return written;
  };

  return {
    putBlob: (row, blob) => async () => {
      const { id = newFileId() } = row;
      const key = newObjectKey(String(row['profile']), String(id));
      const stored = { ...emptyRow, ...row, id, object_key: key };
      const insert = driver.transaction([{ kind: 'insert', table: 'files', row: stored }], { deadline: 'transfer' });
      return withObject(
        key,
        blob,
        pipe(
          insert,
          TE.map(() => stored),
        ),
      );
    },
    getBlob: (row) => (row.object_key ? objects.get(row.object_key) : driver.getBlob(row)),
    removeBlob: (id) => async () => {
      const before = await rowOf(driver, id);
      if (E.isLeft(before)) return before;
      const removed = await driver.removeBlob(id)();
      if (E.isLeft(removed) || before.right === null || before.right.object_key === '') return removed;
      return objects.remove(before.right.object_key)();
    },
    removeBlobs: (profileId, ids) => async () => {
      const named = await keysOfProfile(driver, profileId);
      if (E.isLeft(named)) return named;
      const removed = await driver.removeBlobs(profileId, ids)();
      if (E.isLeft(removed)) return removed;
      const prefix = prefixOfProfile(profileId);
      const elsewhere = await removeAll(
        objects,
        named.right.filter((key) => !key.startsWith(prefix)),
      );
      return E.isLeft(elsewhere) ? elsewhere : removeBelow(objects, prefix);
    },
  };
};

/**
 * A driver that keeps the bytes of new files in an object store. The row decides: an object that no row names is not
 * there, and of several writers the one whose row came first has stored the file. An object is written before its row
 * and removed after it, so that a process which dies in between leaves an object without a row at most. A file whose
 * bytes are in the database stays there. Nothing is sealed here: the caller has sealed the bytes.
 */
const withObjectStore = (driver: RecordDriver, objects: ObjectStore): RecordDriver => ({
  ...driver,
  ...blobsIn(driver, objects),
});

const missingStore: Either<Unavailable, never> = E.left(
  unavailable('files', 'the bytes are in an object store, and FILES_URL is not set', 'not_configured'),
);

/**
 * A driver of a process that knows no object store. It reads no bytes from one, and does not claim to have removed the
 * files of a profile that has some there.
 */
const withoutObjectStore = (driver: RecordDriver): RecordDriver => ({
  ...driver,
  getBlob: (row) => (row.object_key ? async () => missingStore : driver.getBlob(row)),
  removeBlobs: (profileId, ids) => async () => {
    const found = await rowsWithObjects(driver, profileId, '', 1)();
    if (E.isLeft(found)) return found;
    return found.right.length > 0 ? missingStore : driver.removeBlobs(profileId, ids)();
  },
});

/** A driver that keeps the bytes of new files in an object store, or in its database where there is none (`null`). */
export const filesInObjects = (driver: RecordDriver, objects: ObjectStore | null): RecordDriver =>
  objects === null ? withoutObjectStore(driver) : withObjectStore(driver, objects);
