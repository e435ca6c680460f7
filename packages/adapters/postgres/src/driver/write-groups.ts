import { type TableName, tableOf, type Write } from '@portcullis/record-store/driver';
import { columnsOfWrite, idOfWrite } from './new-ids.ts';

/** Writes of one kind to one table, in their order. */
export type WriteGroup = {
  readonly table: TableName;
  readonly kind: Write['kind'];
  readonly writes: readonly Write[];
};

/** Rows of a table that must exist, apart from those that the same transaction has written before. */
export type NeededRows = { readonly table: TableName; readonly ids: readonly string[] };

/** A transaction that one statement can execute. */
export type GroupedWrites = { readonly groups: readonly WriteGroup[]; readonly needed: readonly NeededRows[] };

/** The rows that a write refers to, by the columns that do. */
export const referencesOf = (write: Write): readonly { column: string; table: TableName; id: string }[] => {
  if (write.kind === 'delete') return [];
  const columns = columnsOfWrite(write);
  return Object.entries(tableOf(write.table).references ?? {}).flatMap(([column, table]) => {
    const id = columns[column];
    return typeof id === 'string' && id !== '' ? [{ column, table, id }] : [];
  });
};

/** The shape of writes that make one statement: their columns, and what is added to, have to be the same. */
const shapeOf = (write: Write): string => {
  if (write.kind === 'insert' || write.kind === 'delete') return write.kind;
  const columns = Object.keys(columnsOfWrite(write)).toSorted().join();
  return `${write.kind} ${columns} ${write.kind === 'add' ? write.column : ''}`;
};

/**
 * The groups of writes; `null` where a table is written to in several ways, or one of its rows twice: a statement may
 * write to a table once.
 */
const groupsOf = (writes: readonly Write[]): readonly WriteGroup[] | null => {
  const groups = new Map<TableName, Write[]>();
  for (const write of writes) groups.set(write.table, [...(groups.get(write.table) ?? []), write]);
  const all = [...groups].map(([table, some]) => ({ table, kind: some[0]?.kind ?? 'insert', writes: some }));
  const isOne = all.every(({ writes: some }) => {
    const shapes = new Set(some.map(shapeOf));
    const ids = new Set(some.map(idOfWrite));
    return shapes.size === 1 && ids.size === some.length;
  });
  return isOne ? all : null;
};

/** Where a row is written in a transaction; -1 where it is not. */
const positionOf = (writes: readonly Write[], table: TableName, id: string): number =>
  writes.findIndex((write) => write.table === table && idOfWrite(write) === id);

/**
 * The rows that must exist already; `null` where a write refers to one that itself or a later write makes, or that one
 * deletes: such a transaction is rejected, or not, by executing its writes one by one.
 */
const neededRowsOf = (writes: readonly Write[]): readonly NeededRows[] | null => {
  const needed = new Map<TableName, Set<string>>();
  for (const [at, write] of writes.entries())
    for (const { table, id } of referencesOf(write)) {
      const position = positionOf(writes, table, id);
      if (position >= at || writes[position]?.kind === 'delete') return null;
      if (position < 0) needed.set(table, (needed.get(table) ?? new Set()).add(id));
    }
  return [...needed].map(([table, ids]) => ({ table, ids: [...ids].toSorted() }));
};

/**
 * A transaction as groups that do not depend on each other's order; `null` where the order matters. The rows of a group
 * are sorted by their ids: two who write to the same rows in different orders would wait for each other.
 */
export const groupWrites = (writes: readonly Write[]): GroupedWrites | null => {
  const groups = groupsOf(writes);
  const needed = neededRowsOf(writes);
  if (groups === null || needed === null) return null;
  const sorted = groups.map((group) => ({
    ...group,
    writes: group.writes.toSorted((a, b) => (idOfWrite(a) < idOfWrite(b) ? -1 : 1)),
  }));
  return { groups: sorted, needed };
};
