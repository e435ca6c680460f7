import { E } from '@portcullis/domain';
import { type ReadOptions, type RecordDriver, type Row, type TableName, tableOf } from '../driver/index.ts';
import { compareColumnValues, selects, sortRows } from './conditions.ts';
import { entriesWithoutPlaceIn, updateIfIn } from './place-entries.ts';
import { bytesKey, completeRow, type MemoryTables, memoryTables, nextName, rowsOf } from './tables.ts';
import { executeWrites } from './transaction.ts';

/** The row to which a reference leads, with the rows to which it refers itself. */
const withRelated = (tables: MemoryTables, table: TableName, row: Row, path: readonly string[]): Row => {
  const [column = '', ...rest] = path;
  const target = tableOf(table).references?.[column];
  const found = target === undefined ? undefined : rowsOf(tables, target).get(String(row[column]));
  if (target === undefined || found === undefined) return row;
  return { ...row, related: { [column]: withRelated(tables, target, found, rest) } };
};

const readRow =
  (tables: MemoryTables, table: TableName, { related, columns }: ReadOptions) =>
  (row: Row): Row => {
    if (columns !== undefined) return Object.fromEntries(columns.map((column) => [column, row[column]]));
    return withRelated(tables, table, row, related?.split('.') ?? []);
  };

type Reads = Pick<RecordDriver, 'get' | 'page' | 'count' | 'distinct'>;

const readsOf = (tables: MemoryTables): Reads => ({
  get:
    (table, id, options = {}) =>
    async () => {
      const row = rowsOf(tables, table).get(id);
      return E.right(row === undefined ? null : readRow(tables, table, options)(row));
    },
  page:
    (table, { filter = { kind: 'all', conditions: [] }, sort = [], limit, ...options }) =>
    async () => {
      const found = [...rowsOf(tables, table).values()].filter((row) => selects(filter, row));
      return E.right(
        sortRows(found, sort)
          .slice(0, limit)
          .map(readRow(tables, table, options)),
      );
    },
  count: (table, filter) => async () =>
    E.right([...rowsOf(tables, table).values()].filter((row) => selects(filter, row)).length),
  distinct: (table, column, after, limit) => async () => {
    const values = new Set([...rowsOf(tables, table).values()].map((row) => String(row[column])));
    const following = [...values].filter((value) => after === null || compareColumnValues(value, after) > 0);
    return E.right(following.toSorted(compareColumnValues).slice(0, limit));
  },
});

/** A copy, also of a Buffer: its `slice` is a view. */
const copyOf = (bytes: Uint8Array): Uint8Array => Uint8Array.from(bytes);

type Blobs = Pick<RecordDriver, 'putBlob' | 'getBlob' | 'removeBlob' | 'removeBlobs'>;

const blobsOf = (tables: MemoryTables): Blobs => {
  const remove = (id: string): boolean => {
    for (const key of tables.bytes.keys()) if (key.startsWith(bytesKey(id, ''))) tables.bytes.delete(key);
    return rowsOf(tables, 'files').delete(id);
  };
  return {
    putBlob: (row, blob) => async () => {
      const { id = nextName(tables, 'row') } = row;
      const stored = completeRow('files', { ...row, id, content: nextName(tables, blob.name.slice(0, 4)) });
      const written = executeWrites(tables, [{ kind: 'insert', table: 'files', row: stored }]);
      if (E.isLeft(written)) return written;
      tables.bytes.set(bytesKey(id, stored['content']), copyOf(blob.bytes));
      return E.right(stored);
    },
    getBlob:
      ({ id, content }) =>
      async () => {
        const bytes = tables.bytes.get(bytesKey(id, content));
        return E.right(bytes === undefined ? null : copyOf(bytes));
      },
    removeBlob: (id) => async () => (remove(id) ? E.right(undefined) : E.left({ _tag: 'NoSuchRow', write: 0 })),
    removeBlobs: (profileId, ids) => async () => {
      const files = rowsOf(tables, 'files');
      const own = [...files.values()].filter(({ profile }) => profile === profileId).map(({ id }) => String(id));
      const withoutRow = ids.filter((id) => !files.has(id));
      for (const id of [...own, ...withoutRow]) remove(id);
      return E.right(undefined);
    },
  };
};

/**
 * The record store's driver in memory. It is deterministic: the same calls have the same results. Deleted data are no
 * longer referenced, so there is nothing to purge.
 */
export const memoryDriver = (tables: MemoryTables = memoryTables()): RecordDriver => ({
  transaction: (writes) => async () => executeWrites(tables, writes),
  updateIf: (update) => async () => E.right(updateIfIn(tables, update)),
  entriesWithoutPlace: (limit) => async () => E.right(entriesWithoutPlaceIn(tables, limit)),
  ...readsOf(tables),
  ...blobsOf(tables),
  mayHoldCopies: () => async () => E.right(false),
  purge: () => async () => E.right(undefined),
  size: async () => E.right(null),
  connections: () => 0,
  beforeWrites: () => undefined,
});
