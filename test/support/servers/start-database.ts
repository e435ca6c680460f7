import type { DatabaseServer, DatabaseServerOptions, EngineName } from './database-server.ts';
import { startPocketbaseServer } from './pocketbase-server.ts';
import { startPostgresServer } from './postgres-server.ts';

const starters: {
  readonly [Of in EngineName]: (options?: DatabaseServerOptions) => Promise<DatabaseServer>;
} = { pocketbase: startPocketbaseServer, postgres: startPostgresServer };

/** Starts a database for a service as in production. */
export const startDatabaseServer = (engine: EngineName, options: DatabaseServerOptions = {}): Promise<DatabaseServer> =>
  starters[engine](options);
