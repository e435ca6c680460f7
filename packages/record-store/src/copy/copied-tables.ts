import { allOf, anyOf, type Condition, compare } from '../driver/condition.ts';
import type { Row } from '../driver/record-driver.ts';
import { type TableName, tableNames, tableOf } from '../driver/tables.ts';
import { testFileId } from '../stores/health/test-file.ts';

/**
 * Tables that others refer to come before those. The row of the installation is no record: it is written when all
 * others are there.
 */
const first: readonly TableName[] = ['service_keys', 'data_keys', 'profiles', 'ledger'];

/** The tables that are copied, in their order. */
export const copiedTables: readonly TableName[] = [
  ...first,
  ...tableNames.filter((table) => table !== 'installation' && !first.includes(table)),
];

/** Every row of a table that is a record; the file that a probe writes for a moment is none. */
export const recordsOf = (table: TableName): Condition =>
  table === 'files' ? compare('id', '!=', testFileId) : allOf([]);

const columns = new Map(tableNames.map((table) => [table, ['id', ...Object.keys(tableOf(table).columns)]]));

/** The columns of a whole row, as every engine has them. */
export const columnsOf = (table: TableName): readonly string[] => columns.get(table) ?? [];

/** The order in which the rows of a table are copied: an entry of the ledger refers to the one before it. */
export const orderOf = (table: TableName): readonly string[] => (table === 'ledger' ? ['profile', 'seq'] : ['id']);

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const numberOf = (value: unknown): number => (typeof value === 'number' ? value : 0);

/**
 * The rows of a table that follow a row. The first comparison alone finds the place in the index; an `or` of two
 * ranges would have SQLite sort both.
 */
export const rowsAfter = (table: TableName, position: Row | null): Condition => {
  if (position === null) return recordsOf(table);
  if (table !== 'ledger') return allOf([recordsOf(table), compare('id', '>', textOf(position['id']))]);
  const profile = textOf(position['profile']);
  return allOf([
    compare('profile', '>=', profile),
    anyOf([compare('profile', '>', profile), compare('seq', '>', numberOf(position['seq']))]),
  ]);
};

/** A row with the columns that the record store knows, and nothing else of its engine. */
export const knownColumns = (table: TableName, row: Row): Row =>
  Object.fromEntries(columnsOf(table).map((column) => [column, row[column]]));
