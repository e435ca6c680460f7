import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  migrationsDir,
  pocketbaseClient,
  pocketbaseDriver,
  type RunningPocketbase,
  startPocketbase,
} from '@portcullis/adapter-pocketbase';
import type { DatabaseServer, DatabaseServerOptions } from './database-server.ts';
import { freePort } from './free-port.ts';
import { adminAccount, fillDataFolder, logInAsAdmin } from './pocketbase.ts';
import { pocketbaseTables } from './stored-tables.ts';

/** Starts a PocketBase as `DatabaseServer` says. */
export const startPocketbaseServer = async (options: DatabaseServerOptions = {}): Promise<DatabaseServer> => {
  const dataDir = options.folder ?? mkdtempSync(join(tmpdir(), 'portcullis-database-'));
  const binary = options.binary ?? process.env['POCKETBASE_BIN'];
  const port = await freePort();
  const begin = (folder: string): Promise<RunningPocketbase> =>
    startPocketbase({ ...adminAccount, dataDir: folder, migrationsDir, binary, port });
  // A program in the place of PocketBase may hide what is in the folder.
  if (options.binary === undefined) await fillDataFolder(dataDir);
  let running = await begin(dataDir);
  const { url } = running;
  let tables: ReturnType<DatabaseServer['tables']> | null = null;
  return {
    engine: 'pocketbase',
    port,
    dataDir,
    variables: (at = port) => ({
      DATABASE_URL: `http://127.0.0.1:${at}`,
      DB_USER_EMAIL: adminAccount.email,
      DB_USER_PASSWORD: adminAccount.password,
    }),
    driver: () => pocketbaseDriver(pocketbaseClient({ ...adminAccount, url })),
    tables: () => {
      tables ??= logInAsAdmin(url).then((admin) => pocketbaseTables(admin, dataDir));
      return tables;
    },
    pids: () => [running.pid],
    // A service takes the time from its answers, as those of vendors: it sees them as its own clock is.
    setAhead: async () => undefined,
    kill: async () => {
      process.kill(running.pid, 'SIGKILL');
      await running.exited;
      tables = null;
    },
    stop: async () => {
      await running.stop();
      tables = null;
    },
    start: async (folder = dataDir) => {
      running = await begin(folder);
    },
    close: async () => {
      await running.stop();
      if (options.folder === undefined) rmSync(dataDir, { recursive: true, force: true });
    },
  };
};
