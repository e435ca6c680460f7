import { tableNames } from '@portcullis/record-store/driver';
import type { RecordDatabase } from '../records/record-database.ts';
import { filesWith } from '../repository/find-bytes.ts';
import type { TestPostgres } from './postgres.ts';

const allTables = [...tableNames, 'file_bytes'];

/** Reads every row of every table without the adapter. */
const rowsOfAdmin = async ({ admin }: TestPostgres): Promise<string> => {
  const all: unknown[] = [];
  for (const table of allTables) {
    const columns = table === 'file_bytes' ? `"file", "content", encode("bytes", 'escape')` : '*';
    all.push([table, (await admin.query(`select ${columns} from "${table}"`)).rows]);
  }
  return JSON.stringify(all);
};

/**
 * Where the tables of the database have a text: its files, once the server has written what it had in memory. The
 * write-ahead log is not among them, because no database clears that by itself. Only the rows of a server that somebody
 * else runs can be seen.
 */
const placesIn = async (database: TestPostgres, text: string): Promise<readonly string[]> => {
  if (database.filesDir === null) return (await rowsOfAdmin(database)).includes(text) ? ['rows'] : [];
  await database.admin.query('checkpoint');
  return filesWith(database.filesDir, text);
};

/** The record store's database in a PostgreSQL. */
export const postgresDatabase = (database: TestPostgres): RecordDatabase => ({
  driver: database.driver,
  empty: database.empty,
  removeRow: async (table, id) => void (await database.admin.query(`delete from "${table}" where "id" = $1`, [id])),
  clearText: async (table, id, column) =>
    void (await database.admin.query(`update "${table}" set "${column}" = '' where "id" = $1`, [id])),
  removeBytes: async (id) => void (await database.admin.query('delete from "file_bytes" where "file" = $1', [id])),
  allRows: () => rowsOfAdmin(database),
  placesOf: (text) => placesIn(database, text),
});
