import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Row, type TableName, tables } from '@portcullis/record-store/driver';
import type PocketBase from 'pocketbase';

export type StoredRow = Row & { readonly id: string };

/** The rows that have one of some values in a column. */
export type Where = { readonly column: string; readonly values: readonly string[] };

/** A database's content, read and changed past the record store and its adapter, as an operator or attacker can. */
export type StoredTables = {
  /** The rows of a table by their ids, all of them or some, with everything that is stored of each. */
  readonly rows: (table: TableName, where?: Where) => Promise<readonly StoredRow[]>;
  /** The columns that a statement answers, in words that both engines know. */
  readonly query: (sql: string) => Promise<readonly (readonly unknown[])[]>;
  readonly change: (table: TableName, id: string, columns: Row) => Promise<void>;
  readonly insert: (table: TableName, row: StoredRow) => Promise<void>;
  readonly remove: (table: TableName, id: string) => Promise<void>;
  /** The bytes of a file as they are stored; `null` where there are none. */
  readonly bytesOf: (file: StoredRow) => Promise<Uint8Array | null>;
  /** Replaces, or removes, the bytes of a file. */
  readonly setBytes: (file: StoredRow, bytes: Uint8Array | null) => Promise<void>;
};

/** A number that a statement counts. */
export const countOf = async ({ query }: Pick<StoredTables, 'query'>, sql: string): Promise<number> =>
  Number((await query(sql))[0]?.[0]);

const columnsOf = (table: TableName): { readonly [column: string]: string } => tables[table].columns;

const literal = (kind: string | undefined, value: unknown): string => {
  if (kind === 'number') return String(Number(value));
  const text = kind === 'json' ? JSON.stringify(value ?? null) : String(value ?? '');
  return `'${text.replaceAll("'", "''")}'`;
};

/** PocketBase executes no longer statement; longer ones are sent as records. */
const longestStatement = 5000;

const rowWriter = (admin: PocketBase): Pick<StoredTables, 'change' | 'insert' | 'remove'> => {
  const run = async (statement: string, otherwise: () => Promise<unknown>): Promise<void> =>
    void (await (statement.length > longestStatement ? otherwise() : admin.sql.run(statement)));
  return {
    change: (table, id, columns) => {
      const set = Object.entries(columns).map(
        ([name, value]) => `"${name}" = ${literal(columnsOf(table)[name], value)}`,
      );
      return run(`UPDATE ${table} SET ${set.join(', ')} WHERE id = '${id}'`, () =>
        admin.collection(table).update(id, columns),
      );
    },
    insert: (table, row) => {
      const { id, ...columns } = row;
      const names = Object.keys(columns).map((name) => `"${name}"`);
      const values = Object.entries(columns).map(([name, value]) => literal(columnsOf(table)[name], value));
      return run(`INSERT INTO ${table} (id, ${names.join()}) VALUES ('${id}', ${values.join()})`, () =>
        admin.collection(table).create(row),
      );
    },
    remove: async (table, id) => void (await admin.sql.run(`DELETE FROM ${table} WHERE id = '${id}'`)),
  };
};

/** A filter of PocketBase is part of an address, which has its limit. */
const batchSize = 20;

const filtersOf = (where: Where | undefined): readonly string[] => {
  if (where === undefined) return [''];
  const { column, values } = where;
  const batches = Array.from({ length: Math.ceil(values.length / batchSize) }, (_, n) =>
    values.slice(n * batchSize, (n + 1) * batchSize),
  );
  return batches.map((batch) => batch.map((value) => `${column} = "${value}"`).join(' || '));
};

const rowsOf = async (admin: PocketBase, table: TableName, where?: Where): Promise<readonly StoredRow[]> => {
  const names = Object.keys(columnsOf(table));
  const all: StoredRow[] = [];
  for (const filter of filtersOf(where)) {
    const found = await admin.collection(table).getFullList({ filter, sort: 'id', batch: 1000 });
    for (const row of found) all.push({ id: row.id, ...Object.fromEntries(names.map((name) => [name, row[name]])) });
  }
  return all;
};

/** The tables of a PocketBase, by its SDK that is logged in as superuser, and the files of its data folder. */
export const pocketbaseTables = async (admin: PocketBase, dataDir: string): Promise<StoredTables> => {
  const { id: filesCollection } = await admin.collections.getOne('files');
  const pathOf = ({ id, content }: StoredRow): string => join(dataDir, 'storage', filesCollection, id, String(content));
  return {
    ...rowWriter(admin),
    rows: (table, where) => rowsOf(admin, table, where),
    query: async (sql) => (await admin.sql.run(sql)).rows,
    bytesOf: async (file) => {
      try {
        return readFileSync(pathOf(file));
      } catch {
        return null;
      }
    },
    setBytes: async (file, bytes) => (bytes === null ? rmSync(pathOf(file)) : writeFileSync(pathOf(file), bytes)),
  };
};
