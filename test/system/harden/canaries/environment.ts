import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { scopes } from '@portcullis/domain/kernel';
import { type Simulator, startSimulator } from '@portcullis/vendor-simulator';
import { dataKeysText } from '../../../support/builders/keyrings.ts';
import type { EngineName } from '../../../support/servers/database-server.ts';
import { fillDataFolder } from '../../../support/servers/pocketbase.ts';
import { vendorsAt } from '../../../support/servers/production.ts';
import {
  environmentOn,
  listenerUrl,
  machineToken,
  mishapsIn,
  startService,
} from '../../../support/servers/service-program.ts';
import { startDatabaseServer } from '../../../support/servers/start-database.ts';
import type { StoredTables } from '../../../support/servers/stored-tables.ts';
import { mark } from './canary-values.ts';

/** The service as in production, with everything that its processes write. */
export type CanaryEnvironment = {
  readonly baseUrl: string;
  readonly token: string;
  readonly simulator: Simulator;
  /** The stored data, past the service. */
  readonly tables: StoredTables;
  /** Has the database write to its files what it has only in memory. */
  readonly writeDown: () => Promise<void>;
  /** The data folder of the database, and the temporary folders of the database and of the service. */
  readonly folders: readonly string[];
  /** What of the data keys the database must never see. */
  readonly dataKeys: string;
  /** When the service was started (milliseconds since 1970): what was written before has nothing of a person. */
  readonly since: number;
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

/** Without `DATA_KEYS` the service makes its key file, as in a deployment that names only what is required. */
const keysOf = (engine: EngineName, folder: string) =>
  engine === 'postgres'
    ? { DATA_KEYS: dataKeysText('a') }
    : { DATA_KEYS: '', DATA_KEYS_FILE: join(folder, 'keys', 'data-keys') };

export const openCanaryEnvironment = async (engine: EngineName): Promise<CanaryEnvironment> => {
  const folder = mkdtempSync(join(tmpdir(), 'portcullis-canaries-'));
  // PostgreSQL runs as another account than root, which has to reach its own folder.
  if (engine === 'postgres') chmodSync(folder, 0o711);
  const folders = ['data', 'database-tmp', 'service-tmp'].map((name) => join(folder, name));
  for (const each of folders) mkdirSync(each);
  const [dataDir = '', databaseTmp = '', serviceTmp = ''] = folders;
  // What every database of a test begins with is made outside of the folders that are removed with this one.
  if (engine === 'pocketbase') await fillDataFolder(dataDir);
  const database = await withTemporary(databaseTmp, () => startDatabaseServer(engine, { folder: dataDir }));
  const simulator = await startSimulator({ environment: 'test' });
  const tables = await database.tables();
  // What PocketBase was told to write is in its files.
  const writeDown = async () => void (engine === 'postgres' && (await tables.query('checkpoint')));
  await writeDown();
  if (engine === 'postgres') await tables.query('select pg_switch_wal()');
  const since = Date.now();
  const variables = {
    ...vendorsAt(simulator.url),
    ...keysOf(engine, folder),
    TMPDIR: serviceTmp,
    LOG_LEVEL: 'debug',
    CONSENT_VERSIONS: JSON.stringify([{ version: '1', texts: { [`qaa-${mark}`]: 'I agree.' } }]),
    JWT_CLIENT_SCOPES: scopes.join(' '),
  };
  const program = startService(environmentOn(database.variables(), variables));
  let stopped: Promise<void> | null = null;
  const end = async (): Promise<void> => {
    program.child.kill('SIGTERM');
    await program.ended;
    await Promise.all([program.remove(), database.close()]);
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
    const token = await machineToken(baseUrl);
    const mishaps = (slowMs: number) => mishapsIn(program, slowMs);
    const dataKeys =
      engine === 'postgres' ? dataKeysText('a') : readFileSync(join(folder, 'keys', 'data-keys'), 'utf8');
    const own = {
      dataKeys,
      tables,
      writeDown,
      folders,
      since,
      mishaps,
      stop,
      close,
    };
    return { baseUrl, token, simulator, printed: program.printed, ...own };
  } catch (cause) {
    await close();
    throw cause;
  }
};
