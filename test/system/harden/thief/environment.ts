import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrationsDir, pocketbaseClient, pocketbaseDriver, startPocketbase } from '@portcullis/adapter-pocketbase';
import type { RecordStore } from '@portcullis/record-store';
import { type Row, type TableName, tables } from '@portcullis/record-store/driver';
import type PocketBase from 'pocketbase';
import { keyringInProduction } from '../../../support/builders/keyrings.ts';
import { anInsert } from '../../../support/records/driver-rows.ts';
import { storesOver } from '../../../support/records/stores-over.ts';
import { mustSucceed } from '../../../support/run.ts';
import { adminAccount, fillDataFolder, logInAsAdmin } from '../../../support/servers/pocketbase.ts';

/** A database whose rows are sealed, and a thief's way to it: SQL, and the folder of its files. */
export type ThiefEnvironment = {
  /** The stores of a process that has just started, with the keys or without them. */
  readonly freshStores: (isSealed?: boolean) => RecordStore;
  /** The same of a process that requires the mark that everything was sealed. */
  readonly strictStores: () => RecordStore;
  /** Changes columns of a row, past the record store. */
  readonly change: (table: TableName, id: string, columns: Row) => Promise<void>;
  readonly insert: (table: TableName, row: StoredRow) => Promise<void>;
  readonly remove: (table: TableName, id: string) => Promise<void>;
  /** Every row of a table, with the columns that the record store knows. */
  readonly rows: (table: TableName) => Promise<readonly StoredRow[]>;
  /** The path of the bytes of a file. */
  readonly pathOf: (file: StoredRow) => string;
  readonly close: () => Promise<void>;
};

export type StoredRow = Row & { readonly id: string };

const rowsIn = async (admin: PocketBase, table: TableName): Promise<readonly StoredRow[]> => {
  const columns = Object.keys(tables[table].columns);
  const found = await admin.collection(table).getFullList({ sort: 'id', batch: 1000 });
  return found.map((row) => ({ id: row.id, ...Object.fromEntries(columns.map((name) => [name, row[name]])) }));
};

const columnsOf = (table: TableName): { readonly [column: string]: string } => tables[table].columns;

const literal = (kind: string | undefined, value: unknown): string => {
  if (kind === 'number') return String(Number(value));
  const text = kind === 'json' ? JSON.stringify(value ?? null) : String(value ?? '');
  return `'${text.replaceAll("'", "''")}'`;
};

/** PocketBase executes no longer statement; longer ones are sent as records. */
const longestStatement = 5000;

const rowWriter = (admin: PocketBase): Pick<ThiefEnvironment, 'change' | 'insert' | 'remove'> => {
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

/** A setting as an operator writes it, past the service. */
const setting = anInsert('settings', { id: 'setting00000001', name: 'support', value: { phone: '+49 30 1234' } });

/** Starts a database in which a rotation has sealed everything. */
export const openThiefEnvironment = async (): Promise<ThiefEnvironment> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'portcullis-thief-'));
  const binary = process.env['POCKETBASE_BIN'];
  await fillDataFolder(dataDir);
  const database = await startPocketbase({ ...adminAccount, dataDir, migrationsDir, binary });
  const close = async (): Promise<void> => {
    await database.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    const admin = await logInAsAdmin(database.url);
    const client = pocketbaseClient({ ...adminAccount, url: database.url });
    const freshStores = (isSealed = true) => storesOver(client, isSealed ? keyringInProduction : null);
    const clear = freshStores(false);
    await mustSucceed(pocketbaseDriver(client).transaction([setting]));
    await mustSucceed(clear.rotate(keyringInProduction, () => undefined));
    const { id: filesCollection } = await admin.collections.getOne('files');
    return {
      freshStores,
      strictStores: () => storesOver(client, keyringInProduction, undefined, true),
      ...rowWriter(admin),
      rows: (table) => rowsIn(admin, table),
      pathOf: ({ id, content }) => join(dataDir, 'storage', filesCollection, id, String(content)),
      close,
    };
  } catch (cause) {
    await close();
    throw cause;
  }
};
