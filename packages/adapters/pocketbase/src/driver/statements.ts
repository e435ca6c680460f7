import type { TaskEither, Unavailable } from '@portcullis/domain';
import { t } from '@portcullis/domain/kernel';
import { type Condition, type PageQuery, type TableName, tableOf } from '@portcullis/record-store/driver';
import type { PocketbaseClient } from '../client/client.ts';
import { isStatementSafe, sqlValue } from '../client/columns.ts';
import type { PocketbaseRejection } from '../client/failure.ts';

/** `affectedRows` is that of the last of several statements. PocketBase answers every value as a text. */
const StatementAnswer = t.type(
  { affectedRows: t.number, rows: t.readonlyArray(t.readonlyArray(t.unknown)) },
  'answer of a statement',
);
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

/** The columns of a table that have numbers. */
const numbersIn = (table: TableName): ReadonlySet<string> =>
  new Set(Object.entries(tableOf(table).columns).flatMap(([name, kind]) => (kind === 'number' ? name : [])));

/** Columns of a table that are read by a statement: their texts and numbers come as PocketBase's own reads say them. */
export type StatementRead = { readonly query: string; readonly numbers: ReadonlySet<string> };

const descending = /^-/;

/** The times by which profiles are counted; indexes have them, so that no row is read for them. */
const countedTimes: readonly string[] = ['waiting_since', 'created_at'];

/** Whether rows are read by a statement: those of the ledger, and the times by which profiles are counted. */
const isByStatement = (table: TableName, columns: readonly string[]): boolean =>
  table === 'ledger' || (table === 'profiles' && columns.every((column) => countedTimes.includes(column)));

/**
 * The statement that reads columns of the ledger, or since when profiles wait or are there. Through its collections
 * PocketBase reads and parses all of every row, whatever columns are asked for, which takes many times as long: more
 * than a second for a thousand profiles, and some milliseconds by their index. `null` for all other reads.
 */
export const statementFor = (
  table: TableName,
  { columns, filter, limit, related, sort = [] }: PageQuery,
): StatementRead | null => {
  if (columns === undefined || related !== undefined || !isByStatement(table, columns)) return null;
  const kinds = tableOf(table).columns;
  const where = filter === undefined ? '1' : sqlOf(filter);
  if (where === null || columns.some((column) => kinds[column] === 'json')) return null;
  const order = sort.map((column) => (descending.test(column) ? `${column.slice(1)} DESC` : column)).join();
  const ordered = order === '' ? '' : ` ORDER BY ${order}`;
  return {
    query: `SELECT ${columns.join()} FROM ${table} WHERE ${where}${ordered} LIMIT ${limit}`,
    numbers: numbersIn(table),
  };
};
