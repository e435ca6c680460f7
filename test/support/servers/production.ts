import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrationsDir, startPocketbase } from '@portcullis/adapter-pocketbase';
import { type Simulator, simulatorKeys, startSimulator } from '@portcullis/vendor-simulator';
import { adminAccount, fillDataFolder } from './pocketbase.ts';
import type { Program } from './program.ts';
import { environmentOf, listenerUrl, machineToken, startService, type Variables } from './service-program.ts';

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
export const openProduction = async (changes: Variables = {}): Promise<Production> => {
  const folder = mkdtempSync(join(tmpdir(), 'portcullis-production-'));
  const options = { ...adminAccount, dataDir: folder, migrationsDir, binary: process.env['POCKETBASE_BIN'] };
  await fillDataFolder(folder);
  const [simulator, database] = await Promise.all([startSimulator({ environment: 'test' }), startPocketbase(options)]);
  const environment = environmentOf(database.url, { ...vendorsAt(simulator.url), ...changes });
  const program = startService(environment);
  const close = async (): Promise<void> => {
    program.child.kill('SIGTERM');
    await program.ended;
    await Promise.all([program.remove(), simulator.close(), database.stop()]);
    rmSync(folder, { recursive: true, force: true });
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
    close,
  };
};
