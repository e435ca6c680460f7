import { type TableName, tables } from '@portcullis/record-store/driver';
import type { Pool } from 'pg';
import type { StoredRow, StoredTables } from './stored-tables.ts';

const kindOf = (table: TableName, column: string): string => {
  const columns: { readonly [column: string]: string } = tables[table].columns;
  return columns[column] ?? 'text';
};

/** PostgreSQL keeps a JSON value as its text, and what may be unique unless it is empty as `null`. */
const readColumn = (table: TableName, column: string, value: unknown): unknown => {
  const kind = kindOf(table, column);
  if (kind === 'number') return Number(value);
  const text = String(value ?? '');
  if (kind === 'text') return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

const writtenColumn = (table: TableName, column: string, value: unknown): unknown => {
  const kind = kindOf(table, column);
  if (kind === 'json') return JSON.stringify(value ?? null);
  if (kind === 'number') return Number(value ?? 0);
  const text = String(value ?? '');
  return text === '' && 'uniqueUnlessEmpty' in tables[table] && tables[table].uniqueUnlessEmpty === column
    ? null
    : text;
};

/** The tables of a PostgreSQL, by a connection of an account that may do everything. */
export const postgresTables = (admin: Pick<Pool, 'query'>): StoredTables => ({
  rows: async (table, where) => {
    const filter = where === undefined ? '' : `where "${where.column}" = any($1)`;
    const values = where === undefined ? [] : [where.values];
    const { rows } = await admin.query(`select * from "${table}" ${filter} order by "id"`, values);
    return rows.map((row): StoredRow => {
      const columns = Object.entries(row).map(([name, value]) => [name, readColumn(table, name, value)]);
      return { ...Object.fromEntries(columns), id: String(row.id) };
    });
  },
  query: async (sql) => (await admin.query(sql)).rows.map((row) => Object.values(row)),
  change: async (table, id, columns) => {
    const names = Object.keys(columns);
    const set = names.map((name, at) => `"${name}" = $${at + 2}`);
    const values = names.map((name) => writtenColumn(table, name, columns[name]));
    await admin.query(`update "${table}" set ${set.join(', ')} where "id" = $1`, [id, ...values]);
  },
  insert: async (table, row) => {
    const names = Object.keys(row);
    const values = names.map((name) => writtenColumn(table, name, row[name]));
    const places = names.map((_, at) => `$${at + 1}`);
    const listed = names.map((name) => `"${name}"`);
    await admin.query(`insert into "${table}" (${listed.join(', ')}) values (${places.join(', ')})`, values);
  },
  remove: async (table, id) => void (await admin.query(`delete from "${table}" where "id" = $1`, [id])),
  bytesOf: async ({ id, content }) => {
    const text = 'select "bytes" from "file_bytes" where "file" = $1 and "content" = $2';
    const { rows } = await admin.query(text, [id, content]);
    return rows[0]?.bytes ?? null;
  },
  setBytes: async ({ id, content }, bytes) => {
    await admin.query('delete from "file_bytes" where "file" = $1', [id]);
    if (bytes !== null)
      await admin.query('insert into "file_bytes" ("file", "content", "bytes") values ($1, $2, $3)', [
        id,
        content,
        Buffer.from(bytes),
      ]);
  },
});
