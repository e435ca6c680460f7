import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrationsDir, pocketbaseClient, pocketbaseDriver, startPocketbase } from '@portcullis/adapter-pocketbase';
import type { RunningPocketbase } from '#adapters/pocketbase/process';
import { dataKeysText } from '../builders/keyrings.ts';
import type { DatabaseServer, DatabaseServerOptions } from './database-server.ts';
import { freePort } from './free-port.ts';
import { adminAccount, fillDataFolder, logInAsAdmin } from './pocketbase.ts';
import { pocketbaseTables } from './stored-tables.ts';

/** Starts a PocketBase as `DatabaseServer` says. */
export const startPocketbaseServer = async (options: DatabaseServerOptions = {}): Promise<DatabaseServer> => {
  const dataDir = options.folder ?? mkdtempSync(join(tmpdir(), 'portcullis-database-'));
  const binary = process.env['POCKETBASE_BIN'];
  const port = await freePort();
  const begin = (): Promise<RunningPocketbase> =>
    startPocketbase({ ...adminAccount, dataDir, migrationsDir, binary, port });
  await fillDataFolder(dataDir);
  let running = await begin();
  const { url } = running;
  let tables: ReturnType<DatabaseServer['tables']> | null = null;
  return {
    engine: 'pocketbase',
    dataDir,
    variables: () => ({
      DATABASE_URL: url,
      DB_USER_EMAIL: adminAccount.email,
      DB_USER_PASSWORD: adminAccount.password,
      DATA_KEYS: dataKeysText(),
    }),
    driver: () => pocketbaseDriver(pocketbaseClient({ ...adminAccount, url })),
    tables: () => {
      tables ??= logInAsAdmin(url).then((admin) => pocketbaseTables(admin, dataDir));
      return tables;
    },
    // A service takes the time from its answers, as those of vendors: it sees them as its own clock is.
    setAhead: async () => undefined,
    kill: async () => {
      process.kill(running.pid, 'SIGKILL');
      await running.exited;
      tables = null;
    },
    start: async () => {
      running = await begin();
    },
    close: async () => {
      await running.stop();
      if (options.folder === undefined) rmSync(dataDir, { recursive: true, force: true });
    },
  };
};
