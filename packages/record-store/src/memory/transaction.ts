import { E, type Either } from '@portcullis/domain';
import { type Row, type TableName, tableOf, type Write, type WriteRejection } from '../driver/index.ts';
import { completeRow, type MemoryTables, nextName, rowsOf } from './tables.ts';

type Failure =
  | { readonly _tag: 'MissingReference' | 'NotUnique'; readonly columns: readonly string[] }
  | { readonly _tag: 'NoSuchRow' };

/** The columns of a write that refer to a row that does not exist. */
const missingReferences = (tables: MemoryTables, table: TableName, columns: Row): readonly string[] =>
  Object.entries(tableOf(table).references ?? {}).flatMap(([column, target]) => {
    const id = columns[column];
    const isMissing = typeof id === 'string' && id !== '' && !tables.rows.get(target)?.has(id);
    return isMissing ? [column] : [];
  });

/** The columns whose values another row has, of those that differ from the row that is replaced. */
const takenColumns = (tables: MemoryTables, table: TableName, row: Row): readonly string[] => {
  const before = rowsOf(tables, table).get(String(row['id']));
  const { unique, uniqueUnlessEmpty } = tableOf(table);
  const isTaken = ([first = '', ...others]: readonly string[]): boolean => {
    const sought = row[first];
    // Most rows differ in the first column, and thousands are compared for each write.
    for (const other of rowsOf(tables, table).values()) {
      if (other[first] !== sought || other['id'] === row['id']) continue;
      if (others.every((column) => other[column] === row[column])) return true;
    }
    return false;
  };
  const sets =
    uniqueUnlessEmpty === undefined || row[uniqueUnlessEmpty] === '' ? unique : [...unique, [uniqueUnlessEmpty]];
  const changed = sets.filter((columns) => columns.some((column) => before?.[column] !== row[column]));
  return changed.filter(isTaken).flat();
};

const failureOf = (tables: MemoryTables, table: TableName, columns: Row, row: Row): Failure | null => {
  const missing = missingReferences(tables, table, columns);
  if (missing.length > 0) return { _tag: 'MissingReference', columns: missing };
  const taken = takenColumns(tables, table, row);
  return taken.length > 0 ? { _tag: 'NotUnique', columns: taken } : null;
};

const store = (tables: MemoryTables, table: TableName, columns: Row, row: Row): Failure | null => {
  const failure = failureOf(tables, table, columns, row);
  if (failure === null) rowsOf(tables, table).set(String(row['id']), row);
  return failure;
};

const insert = (tables: MemoryTables, table: TableName, row: Row): Failure | null => {
  if (rowsOf(tables, table).has(String(row['id']))) return { _tag: 'NotUnique', columns: ['id'] };
  return store(tables, table, row, completeRow(table, row));
};

const update = (tables: MemoryTables, table: TableName, id: string, columns: Row): Failure | null => {
  const before = rowsOf(tables, table).get(id);
  return before === undefined
    ? { _tag: 'NoSuchRow' }
    : store(tables, table, columns, completeRow(table, { ...before, ...columns }));
};

const execute = (tables: MemoryTables, write: Write): Failure | null => {
  const { table } = write;
  switch (write.kind) {
    case 'insert':
      return insert(tables, table, write.row);
    case 'update':
      return update(tables, table, write.id, write.columns);
    case 'upsert': {
      const id = String(write.row['id']);
      return rowsOf(tables, table).has(id) ? update(tables, table, id, write.row) : insert(tables, table, write.row);
    }
    case 'add': {
      const before = rowsOf(tables, table).get(String(write.row['id']))?.[write.column];
      const sum = (typeof before === 'number' ? before : 0) + write.amount;
      return execute(tables, { kind: 'upsert', table, row: { ...write.row, [write.column]: sum } });
    }
    case 'delete':
      return rowsOf(tables, table).delete(write.id) ? null : { _tag: 'NoSuchRow' };
  }
};

/** The write with the id of its row. */
const withId = (tables: MemoryTables, write: Write): Write =>
  write.kind === 'insert' && write.row['id'] === undefined
    ? { ...write, row: { ...write.row, id: nextName(tables, 'row') } }
    : write;

/** Executes writes in order. When one of them cannot be made, those before it are undone. */
export const executeWrites = (tables: MemoryTables, writes: readonly Write[]): Either<WriteRejection, void> => {
  const before: { readonly table: TableName; readonly id: string; readonly row: Row | undefined }[] = [];
  for (const [position, unnamed] of writes.entries()) {
    const write = withId(tables, unnamed);
    const { table } = write;
    const id = 'row' in write ? String(write.row['id']) : write.id;
    before.push({ table, id, row: rowsOf(tables, table).get(id) });
    const failure = execute(tables, write);
    if (failure === null) continue;
    for (const { table: changed, id: name, row } of before.toReversed()) {
      if (row === undefined) rowsOf(tables, changed).delete(name);
      else rowsOf(tables, changed).set(name, row);
    }
    return E.left({ ...failure, write: position });
  }
  return E.right(undefined);
};
