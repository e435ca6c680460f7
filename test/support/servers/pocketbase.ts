import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  migrationsDir,
  type PocketbaseClient,
  pocketbaseClient,
  pocketbaseDriver,
  type RunningPocketbase,
  startPocketbase,
} from '@portcullis/adapter-pocketbase';
import type { RecordDriver } from '@portcullis/record-store/driver';
import PocketBase, { BaseAuthStore } from 'pocketbase';

/** A real PocketBase for one test file. */
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

const sightings = ['sighting_keys', 'sightings', 'sighting_times', 'sighting_lists'];
const tables = [
  'liveness_sessions',
  'ledger',
  'profiles',
  'data_keys',
  'service_keys',
  'device_events',
  ...sightings,
  'policies',
  'idempotency_keys',
  'files',
  'settings',
];

/** Logs in to a PocketBase as superuser, without the adapter. */
export const logInAsAdmin = async (url: string, password: string = adminAccount.password): Promise<PocketBase> => {
  const admin = new PocketBase(url, new BaseAuthStore()).autoCancellation(false);
  await admin.collection('_superusers').authWithPassword(adminAccount.email, password);
  return admin;
};

const start = async (): Promise<TestDatabase> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'portcullis-pocketbase-'));
  const binary = process.env['POCKETBASE_BIN'];
  const running = await startPocketbase({ ...adminAccount, binary, dataDir, migrationsDir });
  const { url } = running;
  const admin = await logInAsAdmin(url);
  const empty = async (): Promise<void> => {
    for (const table of tables) await admin.sql.run(`DELETE FROM ${table}`);
  };
  const client = pocketbaseClient({ ...adminAccount, url });
  return { ...adminAccount, running, url, dataDir, client, driver: pocketbaseDriver(client), admin, empty };
};

/** Starts a PocketBase in a temporary folder for the enclosing suite, and removes both afterwards. */
export const usePocketbase = (): (() => TestDatabase) => {
  let database: TestDatabase | null = null;

  before('start PocketBase', async function () {
    this.timeout(30_000);
    database = await start();
  });

  after('stop PocketBase', async function () {
    this.timeout(15_000);
    if (database === null) return;
    await database.running.stop();
    await rm(database.dataDir, { recursive: true, force: true });
  });

  return () => {
    if (database === null) throw new Error('PocketBase runs only while the suite around it does');
    return database;
  };
};
