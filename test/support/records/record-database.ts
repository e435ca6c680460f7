import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pocketbaseDriver } from '@portcullis/adapter-pocketbase';
import type { DriverUnderTest } from '@portcullis/contracts';
import { filesInObjects } from '@portcullis/record-store';
import type { Row, TableName } from '@portcullis/record-store/driver';
import { memoryDriver, memoryObjectStore } from '@portcullis/record-store/memory';
import type { MemoryObjects } from '#record-store/memory/object-store';
import { bytesKey, type MemoryTables, memoryTables } from '#record-store/memory/tables';
import { filesWith } from '../repository/find-bytes.ts';
import { mustSucceed } from '../run.ts';
import type { TestDatabase } from '../servers/pocketbase.ts';

/** A database behind the record store, with what the suites do to it past its driver. */
export type RecordDatabase = DriverUnderTest & {
  /** Removes every row. */
  readonly empty: () => Promise<void>;
  /** Empties a column of text, also one that the engine lets no client empty. */
  readonly clearText: (table: TableName, id: string, column: string) => Promise<void>;
  /** Answers every row of every table, whether a store knows the table or not, past the driver. */
  readonly allRows: () => Promise<string>;
};

/** Answers an empty database. */
export type OpenRecordDatabase = () => Promise<RecordDatabase>;

/** Opens an empty database before every test of the suite around it. */
export const useRecordDatabase = (open: OpenRecordDatabase): (() => RecordDatabase) => {
  let opened: RecordDatabase | null = null;
  beforeEach(async () => {
    opened = await open();
  });
  return () => {
    if (opened === null) throw new Error('the database is open only during a test');
    return opened;
  };
};

const placesInMemory = ({ rows, bytes }: MemoryTables, text: string): readonly string[] => [
  ...[...rows].flatMap(([table, all]) => (JSON.stringify([...all]).includes(text) ? [table] : [])),
  ...[...bytes].flatMap(([name, content]) => (Buffer.from(content).includes(text) ? [name] : [])),
];

export const memoryDatabase: OpenRecordDatabase = async () => {
  const all = memoryTables();
  const driver = memoryDriver(all);
  return {
    driver,
    empty: async () => {
      all.rows.clear();
      all.bytes.clear();
    },
    removeRow: async (table, id) => void all.rows.get(table)?.delete(id),
    clearText: async (table, id, column) => {
      const row = all.rows.get(table)?.get(id);
      if (row !== undefined) all.rows.get(table)?.set(id, { ...row, [column]: '' });
    },
    removeBytes: async (id) => {
      for (const key of all.bytes.keys()) if (key.startsWith(bytesKey(id, ''))) all.bytes.delete(key);
    },
    allRows: async () => JSON.stringify([...all.rows].map(([table, rows]) => [table, [...rows]])),
    placesOf: async (text) => placesInMemory(all, text),
  };
};

/** A database whose driver keeps the bytes of files in an object store beside it. */
const besideObjects = (database: RecordDatabase, objects: MemoryObjects): RecordDatabase => ({
  ...database,
  driver: filesInObjects(database.driver, memoryObjectStore(objects)),
  empty: async () => {
    objects.clear();
    await database.empty();
  },
  removeBytes: async (id) => {
    for (const key of objects.keys()) if (key.includes(`/${id}/`)) objects.delete(key);
  },
  placesOf: async (text) => [
    ...(await database.placesOf(text)),
    ...[...objects].flatMap(([key, { bytes }]) => (Buffer.from(bytes).includes(text) ? [key] : [])),
  ],
});

/** A database in memory, with an object store for the bytes of files. */
export const objectsDatabase: OpenRecordDatabase = async () => besideObjects(await memoryDatabase(), new Map());

/** Reads every collection of this service as an administrator. */
const rowsOfAdmin = async (admin: TestDatabase['admin']): Promise<string> => {
  const collections = await admin.collections.getFullList({ filter: 'system = false', sort: 'name' });
  const rows = collections.map(async ({ name }) => [name, await admin.collection(name).getFullList({ sort: 'id' })]);
  return JSON.stringify(await Promise.all(rows));
};

export const pocketbaseDatabase = ({ admin, client, dataDir, empty }: TestDatabase): RecordDatabase => ({
  driver: pocketbaseDriver(client),
  empty,
  removeRow: async (table, id) => void (await admin.sql.run(`DELETE FROM ${table} WHERE id = '${id}'`)),
  clearText: async (table, id, column) =>
    void (await admin.sql.run(`UPDATE ${table} SET ${column} = '' WHERE id = '${id}'`)),
  removeBytes: async (id) => {
    const { collectionId, content } = await admin.collection('files').getOne(id);
    await rm(join(dataDir, 'storage', collectionId, id, String(content)));
  },
  allRows: () => rowsOfAdmin(admin),
  placesOf: async (text) => filesWith(dataDir, text),
});

type WithDriver = Pick<RecordDatabase, 'driver'>;

/** Changes columns of a row past the stores. */
export const changeRow = ({ driver }: WithDriver, table: TableName, id: string, columns: Row): Promise<void> =>
  mustSucceed(driver.transaction([{ kind: 'update', table, id, columns }]));

/** Deletes a row past the stores. */
export const deleteRow = ({ driver }: WithDriver, table: TableName, id: string): Promise<void> =>
  mustSucceed(driver.transaction([{ kind: 'delete', table, id }]));
