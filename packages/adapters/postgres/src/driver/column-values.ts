import { parseJson } from '@portcullis/domain/kernel';
import { type Row, type TableName, tableNames, tableOf } from '@portcullis/record-store/driver';
import { isNullable, membersColumn } from '../schema/columns.ts';

/** A value of a column, and the type of its column. */
export type SqlValue = { readonly value: unknown; readonly type: 'text' | 'bigint' };

/** The columns of a row as PostgreSQL has them, by their names. */
export type SqlRow = ReadonlyMap<string, SqlValue>;

// biome-ignore lint/suspicious/noControlCharactersInRegex: the letter is the mark that this file puts into texts
const escaped = /\u0001[\u0001\u0002]/g;

/** The stand-ins for U+0001 and for NUL, which PostgreSQL keeps in no text. So texts keep their order by bytes. */
const escapedMark = '\u0001\u0002';
const escapedNul = '\u0001\u0001';

/** A text as it is kept. A text that begins with another one begins with it afterwards, too. */
export const storedText = (text: string): string =>
  text.includes('\0') || text.includes('\u0001')
    ? text.replaceAll('\u0001', escapedMark).replaceAll('\0', escapedNul)
    : text;

const letters: Readonly<Record<string, string>> = { [escapedMark]: '\u0001', [escapedNul]: '\0' };

/** A text as it was written. One pass, because what stands for a letter may follow another such pair. */
const writtenText = (text: string): string =>
  text.includes('\u0001') ? text.replace(escaped, (pair) => letters[pair] ?? pair) : text;

const memberName = /^\w+$/;

/** The members of a JSON object that are not `null`, each between commas. */
const membersOf = (value: unknown): string => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return '';
  const names = Object.entries(value).flatMap(([name, member]) =>
    member == null || !memberName.test(name) ? [] : name,
  );
  return names.length === 0 ? '' : `,${names.join()},`;
};

/** The text that a condition looks for in the column of members. */
export const memberMark = (name: string): string => `,${name},`;

const textValue = (table: TableName, column: string, value: unknown): SqlValue => {
  const text = storedText(String(value ?? ''));
  return { value: text === '' && isNullable(table, column) ? null : text, type: 'text' };
};

const addColumn = (sqlRow: Map<string, SqlValue>, table: TableName, column: string, given: unknown): void => {
  const kind = column === 'id' ? 'text' : tableOf(table).columns[column];
  if (kind === undefined) throw new Error(`${table} has no column ${column}`);
  if (kind === 'number') sqlRow.set(column, { value: given ?? 0, type: 'bigint' });
  else if (kind === 'text') sqlRow.set(column, textValue(table, column, given));
  else {
    sqlRow.set(column, { value: JSON.stringify(given ?? null), type: 'text' });
    sqlRow.set(membersColumn(column), { value: membersOf(given), type: 'text' });
  }
};

const withColumns = (table: TableName, names: readonly string[], row: Row): SqlRow => {
  const sqlRow = new Map<string, SqlValue>();
  for (const name of names) addColumn(sqlRow, table, name, row[name]);
  return sqlRow;
};

/** The columns that a row names, in the order of their names: the same columns make the same statement. */
export const sqlRowOf = (table: TableName, row: Row): SqlRow => withColumns(table, Object.keys(row).toSorted(), row);

/** The columns of each table, in the order of their names. */
const sortedColumns = new Map(
  tableNames.map((table) => [table, ['id', ...Object.keys(tableOf(table).columns)].toSorted()]),
);

/** All columns of a row that has an id, also those that it does not name: a copy writes millions of such rows. */
export const completeSqlRow = (table: TableName, row: Row): SqlRow => {
  const names = sortedColumns.get(table) ?? [];
  const other = Object.keys(row).find((name) => !names.includes(name));
  return withColumns(table, other === undefined ? names : [...names, other], row);
};

/** The value of a JSON text. A text that somebody has damaged is answered as it is, and does not decode. */
const parsed = (text: string): unknown => {
  const value = parseJson(text);
  return value === undefined ? text : value;
};

/** The value of a column as the record store knows it. */
export const readValue = (table: TableName, column: string, value: unknown): unknown => {
  const kind = column === 'id' ? 'text' : tableOf(table).columns[column];
  if (kind === 'number') return value;
  const text = typeof value === 'string' ? value : '';
  return kind === 'json' ? parsed(text) : writtenText(text);
};
