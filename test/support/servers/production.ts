import { type Simulator, simulatorKeys, startSimulator } from '@portcullis/vendor-simulator';
import type { DatabaseServer, EngineName } from './database-server.ts';
import type { Program } from './program.ts';
import { environmentOn, listenerUrl, machineToken, startService, type Variables } from './service-program.ts';
import { startDatabaseServer } from './start-database.ts';

/**
 * The service as it is deployed, in its own process, over a real database, with the vendors' simulator in this process.
 */
export type Production = {
  readonly baseUrl: string;
  readonly managementUrl: string;
  readonly token: string;
  readonly simulator: Simulator;
  readonly program: Program;
  readonly environment: Variables;
  readonly database: DatabaseServer;
  readonly close: () => Promise<void>;
};

/** Answers the simulator's address, and the accounts that it knows. */
export const vendorsAt = (url: string): Variables => ({
  CLOUD_ENDPOINT_URL: url,
  AI_ENDPOINT_URL: url,
  FINGERPRINT_ENDPOINT_URL: url,
  CLOUD_ACCESS_KEY_ID: simulatorKeys.accessKeyId,
  CLOUD_SECRET_ACCESS_KEY: simulatorKeys.secretAccessKey,
  AI_MODEL: simulatorKeys.model,
  AI_API_KEY: simulatorKeys.apiKey,
  FINGERPRINT_SECRET_KEY: simulatorKeys.fingerprintKey,
});

/** This takes about two seconds; give the hook that calls it a longer timeout. */
export const openProduction = async (
  changes: Variables = {},
  engine: EngineName = 'pocketbase',
): Promise<Production> => {
  const [simulator, database] = await Promise.all([
    startSimulator({ environment: 'test' }),
    startDatabaseServer(engine),
  ]);
  const environment = environmentOn(database.variables(), { ...vendorsAt(simulator.url), ...changes });
  const program = startService(environment);
  const close = async (): Promise<void> => {
    program.child.kill('SIGTERM');
    await program.ended;
    await Promise.all([program.remove(), simulator.close(), database.close()]);
  };
  const baseUrl = await listenerUrl(program, 'ready');
  const managementUrl = await listenerUrl(program, 'management_listening');
  return {
    baseUrl,
    managementUrl,
    token: await machineToken(baseUrl),
    simulator,
    program,
    environment,
    database,
    close,
  };
};
