import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrationsDir, pocketbaseClient, pocketbaseDriver, startPocketbase } from '@portcullis/adapter-pocketbase';
import { type RecordDriver, tables } from '@portcullis/record-store/driver';
import PocketBase, { BaseAuthStore } from 'pocketbase';
import type { PocketbaseClient } from '#adapters/pocketbase/client/client';
import type { RunningPocketbase } from '#adapters/pocketbase/process';
import { atTestEnd } from '../test-end.ts';

/** A real PocketBase for a test file. */
export type TestDatabase = {
  readonly running: RunningPocketbase;
  readonly url: string;
  readonly dataDir: string;
  readonly email: string;
  readonly password: string;
  readonly client: PocketbaseClient;
  readonly driver: RecordDriver;
  /** The SDK, logged in as superuser: what an operator could do by hand. */
  readonly admin: PocketBase;
  /** Deletes every row, and keeps collections and settings. */
  readonly empty: () => Promise<void>;
};

export const adminAccount = { email: 'admin@portcullis.test', password: 'correct-horse-battery' } as const;

/** Logs in to a PocketBase as superuser, without the adapter. */
export const logInAsAdmin = async (url: string, password: string = adminAccount.password): Promise<PocketBase> => {
  const admin = new PocketBase(url, new BaseAuthStore()).autoCancellation(false);
  await admin.collection('_superusers').authWithPassword(adminAccount.email, password);
  return admin;
};

/**
 * Has PocketBase hash the password of the superuser with the least work, because every client and every command of a
 * test logs in, which takes 60 ms of the processor otherwise, and does not limit their sign-ins. Answers the SDK,
 * logged in.
 */
const logInWithFastHash = async (url: string): Promise<PocketBase> => {
  const admin = await logInAsAdmin(url);
  const { fields } = await admin.collections.getOne('_superusers');
  await admin.settings.update({ rateLimits: { excludedIPs: ['127.0.0.1'] } });
  const changed = fields.map((field) => (field.name === 'password' ? { ...field, cost: 4 } : field));
  await admin.collections.update('_superusers', { fields: changed });
  const { password } = adminAccount;
  const account = admin.authStore.record?.id ?? '';
  await admin.collection('_superusers').update(account, { password, passwordConfirm: password });
  return logInAsAdmin(url);
};

/** Starts a PocketBase over a new folder, and stops it when it has what every database of a test begins with. */
const makeTemplate = async (): Promise<string> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'portcullis-template-'));
  process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }));
  const binary = process.env['POCKETBASE_BIN'];
  const running = await startPocketbase({ ...adminAccount, binary, dataDir, migrationsDir });
  await logInWithFastHash(running.url);
  await running.stop();
  return dataDir;
};

let template: Promise<string> | null = null;

/**
 * Fills a data folder with what the first start leaves in it, and with an account whose password takes the least work
 * to hash: most of the time of a start is for the migrations and the hashes. All of these folders are of one
 * installation. A folder that has a database keeps it.
 */
export const fillDataFolder = async (dataDir: string): Promise<void> => {
  if (existsSync(join(dataDir, 'data.db'))) return;
  template ??= makeTemplate();
  await cp(await template, dataDir, { recursive: true });
};

/**
 * SQLite runs the statements of one request in turn. One request for each table would be most of what a small test
 * does.
 */
const emptyTables = Object.keys(tables)
  .map((table) => `DELETE FROM ${table}`)
  .join(';');

const start = async (): Promise<TestDatabase> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'portcullis-pocketbase-'));
  const binary = process.env['POCKETBASE_BIN'];
  await fillDataFolder(dataDir);
  const running = await startPocketbase({ ...adminAccount, binary, dataDir, migrationsDir });
  const { url } = running;
  const admin = await logInAsAdmin(url);
  const empty = async (): Promise<void> => void (await admin.sql.run(emptyTables));
  const client = pocketbaseClient({ ...adminAccount, url });
  return {
    ...adminAccount,
    running,
    url,
    dataDir,
    client,
    driver: pocketbaseDriver(client),
    admin,
    empty,
  };
};

const remove = async ({ running, dataDir }: TestDatabase): Promise<void> => {
  await running.stop();
  await rm(dataDir, { recursive: true, force: true });
};

/**
 * Removes what an earlier test file left: the rows, the stored files, and deleted data in free pages and the journal.
 */
const reset = async ({ admin, dataDir, empty }: TestDatabase): Promise<void> => {
  await empty();
  await rm(join(dataDir, 'storage'), { recursive: true, force: true });
  await admin.sql.run('VACUUM');
  await admin.sql.run('PRAGMA wal_checkpoint(TRUNCATE)');
};

let shared: TestDatabase | null = null;

/** Answers the PocketBase of this process, without any rows. It is started for the first test file that needs it. */
const openShared = async (): Promise<TestDatabase> => {
  if (shared !== null) {
    await reset(shared);
    return shared;
  }
  const started = await start();
  shared = started;
  void started.running.exited.then(() => {
    shared = null;
  });
  atTestEnd(() => remove(started));
  return started;
};

const useDatabase = (
  open: () => Promise<TestDatabase>,
  close: (database: TestDatabase) => Promise<void>,
): (() => TestDatabase) => {
  let database: TestDatabase | null = null;

  before('open PocketBase', async function () {
    this.timeout(60_000);
    database = await open();
  });

  after('close PocketBase', async function () {
    this.timeout(15_000);
    if (database !== null) await close(database);
    database = null;
  });

  return () => {
    if (database === null) throw new Error('PocketBase is open only while the suite around it runs');
    return database;
  };
};

/**
 * Opens an empty PocketBase in a temporary folder for the enclosing suite. It is the one of this process, so a suite
 * that stops it, or changes its settings, its collections or its account, calls `useOwnPocketbase` instead.
 */
export const usePocketbase = (): (() => TestDatabase) => useDatabase(openShared, async () => undefined);

/**
 * Starts a PocketBase in a temporary folder for the enclosing suite alone, and removes both afterwards. With a key its
 * own settings are encrypted.
 */
export const useOwnPocketbase = (): (() => TestDatabase) => useDatabase(start, remove);
