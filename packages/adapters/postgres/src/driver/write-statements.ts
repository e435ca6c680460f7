import type { TableName, Write } from '@portcullis/record-store/driver';
import { newValues, quoted, type Statement, type StatementValues, statement } from '../connection/statement.ts';
import { isNullable } from '../schema/columns.ts';
import { completeSqlRow, type SqlRow, sqlRowOf } from './column-values.ts';
import { idOfWrite } from './new-ids.ts';
import type { GroupedWrites, NeededRows, WriteGroup } from './write-groups.ts';

const listOf = (names: Iterable<string>): string => [...names].map(quoted).join(', ');

/** Rows with the same columns, as one list for each column: the number of rows does not change the statement. */
const rowsSql = (rows: readonly SqlRow[], values: StatementValues): string => {
  const [first = new Map()] = rows;
  const lists = [...first].map(([name, { type }]) =>
    values.add(
      rows.map((row) => row.get(name)?.value),
      `${type}[]`,
    ),
  );
  return `unnest(${lists.join(', ')})`;
};

const namesOf = (rows: readonly SqlRow[]): readonly string[] => [...(rows[0]?.keys() ?? [])];

const insertSql = (table: TableName, rows: readonly SqlRow[], values: StatementValues): string =>
  `insert into ${quoted(table)} (${listOf(namesOf(rows))}) select * from ${rowsSql(rows, values)}`;

const rowOf = (write: Write): SqlRow => {
  if (write.kind === 'insert') return completeSqlRow(write.table, write.row);
  if (write.kind === 'add') return sqlRowOf(write.table, { ...write.row, [write.column]: write.amount });
  if (write.kind === 'upsert') return sqlRowOf(write.table, write.row);
  return write.kind === 'update' ? sqlRowOf(write.table, { ...write.columns, id: write.id }) : new Map();
};

const replacements = (names: readonly string[], by: (name: string) => string): string =>
  names
    .filter((name) => name !== 'id')
    .map((name) => `${quoted(name)} = ${by(name)}`)
    .join(', ');

/** An upsert that names nothing but the id changes nothing, and still counts. */
const upsertSql = (table: TableName, rows: readonly SqlRow[], values: StatementValues): string => {
  const set = replacements(namesOf(rows), (name) => `excluded.${quoted(name)}`);
  const replaced = set === '' ? '"id" = excluded."id"' : set;
  return `${insertSql(table, rows, values)} on conflict ("id") do update set ${replaced}`;
};

const addSql = (table: TableName, column: string, rows: readonly SqlRow[], values: StatementValues): string => {
  const sum = `${quoted(table)}.${quoted(column)} + excluded.${quoted(column)}`;
  return `${insertSql(table, rows, values)} on conflict ("id") do update set ${quoted(column)} = ${sum}`;
};

const oneRowSql = (table: TableName, row: SqlRow, values: StatementValues): string => {
  const placed = new Map([...row].map(([name, { value, type }]) => [name, values.add(value, type)]));
  const set = replacements([...row.keys()], (name) => placed.get(name) ?? 'null');
  return `update ${quoted(table)} set ${set === '' ? '"id" = "id"' : set} where "id" = ${placed.get('id')}`;
};

const updateSql = (table: TableName, rows: readonly SqlRow[], values: StatementValues): string => {
  const [first, ...others] = rows;
  if (first !== undefined && others.length === 0) return oneRowSql(table, first, values);
  const set = replacements(namesOf(rows), (name) => `v.${quoted(name)}`);
  const from = `${rowsSql(rows, values)} as v (${listOf(namesOf(rows))})`;
  return `update ${quoted(table)} set ${set === '' ? '"id" = v."id"' : set} from ${from} where ${quoted(table)}."id" = v."id"`;
};

const deleteSql = (table: TableName, ids: readonly string[], values: StatementValues): string =>
  `delete from ${quoted(table)} where "id" = any(${values.add(ids, 'text[]')})`;

/** The statement for a group of rows. It writes as many rows as the group has writes, or one of them is rejected. */
const groupSql = ({ table, kind, writes }: WriteGroup, values: StatementValues): string => {
  const rows = writes.map(rowOf);
  const [first] = writes;
  switch (kind) {
    case 'insert':
      return insertSql(table, rows, values);
    case 'update':
      return updateSql(table, rows, values);
    case 'upsert':
      return upsertSql(table, rows, values);
    case 'add':
      return addSql(table, first?.kind === 'add' ? first.column : '', rows, values);
    case 'delete':
      return deleteSql(table, writes.map(idOfWrite), values);
  }
};

/** The statement that finds rows and keeps them until the transaction ends, as a foreign key does. */
const neededSql = ({ table, ids }: NeededRows, values: StatementValues): string =>
  `select "id" from ${quoted(table)} where "id" = any(${values.add(ids, 'text[]')}) for key share`;

/** One write as a statement. Its count is 0 where the row is missing that it updates or deletes. */
export const writeStatement = (write: Write): Statement => {
  const values = newValues();
  const text = groupSql({ table: write.table, kind: write.kind, writes: [write] }, values);
  return statement(text, values.values);
};

/** Finds which of some rows there are. They are kept from being deleted until the transaction ends. */
export const neededStatement = (needed: NeededRows): Statement => {
  const values = newValues();
  return statement(neededSql(needed, values), values.values);
};

/**
 * All writes of a transaction as one statement, which is its own transaction. A part that does not find as many rows as
 * it needs divides by zero, and with that error PostgreSQL undoes the others.
 */
export const groupedStatement = ({ groups, needed }: GroupedWrites): Statement => {
  const values = newValues();
  const parts = [
    ...needed.map((rows) => ({ sql: neededSql(rows, values), count: rows.ids.length })),
    ...groups.map((group) => ({ sql: `${groupSql(group, values)} returning 1`, count: group.writes.length })),
  ];
  const named = parts.map(({ sql }, at) => `c${at} as (${sql})`);
  const counted = parts.map(({ count }, at) => `(select count(*) from c${at}) = ${values.add(count, 'bigint')}`);
  const text = `with ${named.join(', ')} select 1 / (case when ${counted.join(' and ')} then 1 else 0 end)`;
  return statement(text, values.values);
};

/** The columns of an inserted row that its write names, as a statement that counts it. */
export const insertedStatement = (write: Extract<Write, { readonly kind: 'insert' }>): Statement => {
  const values = newValues();
  const { table } = write;
  const same = [...sqlRowOf(table, write.row)].map(([name, { value, type }]) => {
    const column = isNullable(table, name) ? `coalesce(${quoted(name)}, '')` : quoted(name);
    return `${column} = ${values.add(value ?? '', type)}`;
  });
  return statement(`select count(*) from ${quoted(table)} where ${same.join(' and ')}`, values.values);
};
