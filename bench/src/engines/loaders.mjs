// How many rows at a time come into each engine.
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { postgresClient } from '@portcullis/adapter-postgres';
import { tableOf } from '@portcullis/record-store/driver';
import { copyColumns, copyLine } from './copy-text.mjs';

const maintenanceMs = 600_000;

/** Loads rows by COPY from a file, which the account of the server can read. */
const copyInto = ({ url }) => {
  const client = postgresClient({ url, maxConnections: 1 });
  return async (folder, table, rows) => {
    const path = join(folder, `${table}-${process.pid}`);
    writeFileSync(path, rows.map((row) => copyLine(table, row)).join(''), { mode: 0o644 });
    const columns = copyColumns(table).map((name) => `"${name}"`);
    const text = `copy "${table}" (${columns.join(', ')}) from '${path}'`;
    await client.write(({ run: send }) => send({ text, values: [] }), client.remaining({ deadlineMs: maintenanceMs }));
    rmSync(path);
  };
};

/** So many rows are in a file for PocketBase. */
const rowsPerFile = 2000;

const absent = { number: 0, text: '', json: null };

/** A row as a list of the values that SQLite stores for it. */
const valuesOf = (columns, row) => [
  row.id,
  ...columns.map(([name, kind]) => {
    const value = row[name] ?? absent[kind];
    return kind === 'json' ? JSON.stringify(value) : value;
  }),
];

/**
 * Keeps rows in files, each with a statement that inserts them (`loadFiles`): PocketBase's route for SQL takes no long
 * ones.
 */
const keepInFiles = () => {
  let files = 0;
  return async (folder, table, rows) => {
    const columns = Object.entries(tableOf(table).columns);
    const names = ['id', ...columns.map(([name]) => name)];
    const taken = names.map((_, n) => `json_extract(value, '$[${n}]')`);
    const sql = `INSERT INTO ${table} (${names.join()}) SELECT ${taken.join()} FROM json_each({:rows})`;
    for (let at = 0; at < rows.length; at += rowsPerFile) {
      files += 1;
      const list = JSON.stringify(rows.slice(at, at + rowsPerFile).map((row) => valuesOf(columns, row)));
      writeFileSync(join(folder, `${process.pid}-${files}.json`), JSON.stringify({ sql, rows: list }));
    }
  };
};

/** What loads rows of a table into a database. */
export const loaderOf = (database) => (database.engine === 'postgres' ? copyInto(database) : keepInFiles());
