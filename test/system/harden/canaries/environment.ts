import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrationsDir, startPocketbase } from '@portcullis/adapter-pocketbase';
import { scopes } from '@portcullis/domain/kernel';
import { type Simulator, startSimulator } from '@portcullis/vendor-simulator';
import type PocketBase from 'pocketbase';
import { dataKeysText } from '../../../support/builders/keyrings.ts';
import { adminAccount, fillDataFolder, logInAsAdmin } from '../../../support/servers/pocketbase.ts';
import { vendorsAt } from '../../../support/servers/production.ts';
import {
  environmentOf,
  listenerUrl,
  machineToken,
  mishapsIn,
  startService,
} from '../../../support/servers/service-program.ts';
import { mark } from './canary-values.ts';

/** The service as in production, with everything that its processes write. */
export type CanaryEnvironment = {
  readonly baseUrl: string;
  readonly token: string;
  readonly simulator: Simulator;
  /** The SDK, logged in as superuser: it sees the stored data directly. */
  readonly admin: PocketBase;
  /** The data folder of the database, and the temporary folders of the database and of the service. */
  readonly folders: readonly string[];
  readonly printed: () => string;
  /** Counts what must never happen in the service while it runs. */
  readonly mishaps: (slowMs: number) => { readonly [what: string]: number };
  /** Stops the service and the database, and keeps the folders. */
  readonly stop: () => Promise<void>;
  readonly close: () => Promise<void>;
};

/** Starts a process with its own temporary folder; the database inherits the environment of this process. */
const withTemporary = async <A>(folder: string, start: () => Promise<A>): Promise<A> => {
  const before = process.env['TMPDIR'];
  process.env['TMPDIR'] = folder;
  try {
    return await start();
  } finally {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
  }
};

export const openCanaryEnvironment = async (sealed: boolean): Promise<CanaryEnvironment> => {
  const folder = mkdtempSync(join(tmpdir(), 'portcullis-canaries-'));
  const folders = ['data', 'database-tmp', 'service-tmp'].map((name) => join(folder, name));
  for (const each of folders) mkdirSync(each);
  const [dataDir = '', databaseTmp = '', serviceTmp = ''] = folders;
  const simulator = await startSimulator({ environment: 'test' });
  const binary = process.env['POCKETBASE_BIN'];
  await fillDataFolder(dataDir);
  const database = await withTemporary(databaseTmp, () =>
    startPocketbase({ ...adminAccount, dataDir, migrationsDir, binary }),
  );
  const keys = sealed ? { DATA_KEYS: dataKeysText('a') } : {};
  const own = {
    ...vendorsAt(simulator.url),
    ...keys,
    TMPDIR: serviceTmp,
    LOG_LEVEL: 'debug',
    CONSENT_VERSIONS: JSON.stringify([{ version: '1', texts: { [`qaa-${mark}`]: 'I agree.' } }]),
    JWT_CLIENT_SCOPES: scopes.join(' '),
  };
  const program = startService(environmentOf(database.url, own));
  let stopped: Promise<void> | null = null;
  const end = async (): Promise<void> => {
    program.child.kill('SIGTERM');
    await program.ended;
    await Promise.all([program.remove(), database.stop()]);
  };
  const stop = (): Promise<void> => {
    stopped ??= end();
    return stopped;
  };
  const close = async (): Promise<void> => {
    await stop();
    await simulator.close();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const baseUrl = await listenerUrl(program, 'ready');
    const [token, admin] = await Promise.all([machineToken(baseUrl), logInAsAdmin(database.url)]);
    const mishaps = (slowMs: number) => mishapsIn(program, slowMs);
    return { baseUrl, token, simulator, admin, folders, printed: program.printed, mishaps, stop, close };
  } catch (cause) {
    await close();
    throw cause;
  }
};
