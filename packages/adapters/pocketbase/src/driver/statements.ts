import type { TaskEither, Unavailable } from '@portcullis/domain';
import { parseJson, t } from '@portcullis/domain/kernel';
import { type Condition, type PageQuery, type Row, type TableName, tableOf } from '@portcullis/record-store/driver';
import type { PocketbaseClient } from '../client/client.ts';
import { isStatementSafe, sqlValue } from '../client/columns.ts';
import type { PocketbaseRejection } from '../client/failure.ts';

/** `affectedRows` is that of the last of several statements. PocketBase answers every value as a text. */
const StatementAnswer = t.type({ affectedRows: t.number, rows: t.readonlyArray(t.readonlyArray(t.unknown)) });
type StatementAnswer = t.TypeOf<typeof StatementAnswer>;

/**
 * Sends SQL. PocketBase executes the statements of one request in one transaction when the first of them is an UPDATE.
 * A read may be sent again over another connection.
 */
export const runStatements = (
  client: PocketbaseClient,
  query: string,
  { isRead, ...options }: { readonly isRead: boolean; readonly deadlineMs?: number },
): TaskEither<PocketbaseRejection | Unavailable, StatementAnswer> =>
  client.send(StatementAnswer, () => ({ method: 'POST', path: '/api/sql', body: { query }, isRead }), options);

/** The condition of a statement; `null` for one that PocketBase's own filters say better, or refuse. */
const sqlOf = (condition: Condition): string | null => {
  switch (condition.kind) {
    case 'compare':
      return isStatementSafe(condition.value)
        ? `${condition.column}${condition.operator}${sqlValue(condition.value)}`
        : null;
    case 'all':
    case 'any': {
      const isAll = condition.kind === 'all';
      const parts = condition.conditions.map(sqlOf);
      if (parts.length === 0) return isAll ? '1' : '0';
      return parts.includes(null) ? null : `(${parts.join(isAll ? ' AND ' : ' OR ')})`;
    }
    default:
      return null;
  }
};

type ColumnKind = ReturnType<typeof tableOf>['columns'][string];

/** Columns of a table that are read by a statement, which answers every value as a text. */
export type StatementRead = { readonly query: string; readonly kinds: Readonly<Record<string, ColumnKind>> };

const descending = /^-/;

/** The times by which profiles are counted; indexes have them, so that no row is read for them. */
const countedTimes: readonly string[] = ['waiting_since', 'created_at'];

/**
 * Whether rows are read by a statement: those of the ledger without the entry itself, the times by which profiles are
 * counted, and whatever a command reads of many rows.
 */
const isByStatement = (table: TableName, columns: readonly string[], { deadline }: PageQuery): boolean => {
  if (deadline === 'maintenance') return true;
  const { columns: kinds } = tableOf(table);
  if (table === 'ledger') return columns.every((column) => kinds[column] !== 'json');
  return table === 'profiles' && columns.every((column) => countedTimes.includes(column));
};

/**
 * The statement that reads columns of a table. Through its collections PocketBase reads and parses all of every row,
 * whatever columns are asked for, which takes many times as long: more than a second for a thousand profiles, and some
 * milliseconds by their index. `null` for all reads that are left to the collections.
 */
export const statementFor = (table: TableName, query: PageQuery): StatementRead | null => {
  const { columns, filter, limit, related, sort = [] } = query;
  if (columns === undefined || related !== undefined || !isByStatement(table, columns, query)) return null;
  const where = filter === undefined ? '1' : sqlOf(filter);
  if (where === null) return null;
  const order = sort.map((column) => (descending.test(column) ? `${column.slice(1)} DESC` : column)).join();
  const ordered = order === '' ? '' : ` ORDER BY ${order}`;
  return {
    query: `SELECT ${columns.join()} FROM ${table} WHERE ${where}${ordered} LIMIT ${limit}`,
    kinds: tableOf(table).columns,
  };
};

/** The value of a text in a column; `undefined` where it is no JSON and should be. */
const readValue = (kind: ColumnKind | undefined, text: unknown): unknown => {
  if (kind === 'number') return Number(text) || 0;
  if (kind !== 'json') return text;
  return typeof text === 'string' && text !== '' ? parseJson(text) : null;
};

/** The rows that a statement has answered; `null` where one has a text that is no JSON and should be. */
export const rowsOf = (
  columns: readonly string[],
  { kinds }: StatementRead,
  { rows }: StatementAnswer,
): readonly Row[] | null => {
  const read = rows.map((values) =>
    columns.map((column, at) => [column, readValue(kinds[column], values[at])] as const),
  );
  const isWhole = read.every((row) => row.every(([, value]) => value !== undefined));
  return isWhole ? read.map((row) => Object.fromEntries(row)) : null;
};
