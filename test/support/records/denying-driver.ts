import { E } from '@portcullis/domain';
import {
  type RecordDriver,
  type Row,
  type TableName,
  tableOf,
  type Write,
  type WriteRejection,
} from '@portcullis/record-store/driver';

/** How an engine denies rows that exist: reads of one, writes to one, references to one, or the bytes of a file. */
export type Denial = { readonly table: TableName; readonly of: 'read' | 'write' | 'reference' | 'bytes' };

const columnsOf = (write: Write): Row => {
  if (write.kind === 'update') return write.columns;
  return write.kind === 'delete' ? {} : write.row;
};

/**
 * A driver whose engine says of rows that exist that they are missing, as `isDenied` says. Its lists are true, and what
 * it denies to be there for a write it does not write.
 */
export const denyingDriver = (driver: RecordDriver, isDenied: (denial: Denial) => boolean): RecordDriver => {
  const rejectionOf = (write: Write, at: number): readonly WriteRejection[] => {
    if ((write.kind === 'update' || write.kind === 'delete') && isDenied({ table: write.table, of: 'write' }))
      return [{ _tag: 'NoSuchRow', write: at }];
    const columns = Object.entries(tableOf(write.table).references ?? {}).flatMap(([column, target]) =>
      (columnsOf(write)[column] ?? '') !== '' && isDenied({ table: target, of: 'reference' }) ? [column] : [],
    );
    return columns.length > 0 ? [{ _tag: 'MissingReference', write: at, columns }] : [];
  };
  return {
    ...driver,
    get: (table, id, options) => async () =>
      isDenied({ table, of: 'read' }) ? E.right(null) : driver.get(table, id, options)(),
    transaction: (writes, options) => async () => {
      const [rejected] = writes.flatMap(rejectionOf);
      return rejected === undefined ? driver.transaction(writes, options)() : E.left(rejected);
    },
    removeBlob: (id) => async () =>
      isDenied({ table: 'files', of: 'write' }) ? E.left({ _tag: 'NoSuchRow', write: 0 }) : driver.removeBlob(id)(),
    getBlob: (row) => async () => (isDenied({ table: 'files', of: 'bytes' }) ? E.right(null) : driver.getBlob(row)()),
  };
};
