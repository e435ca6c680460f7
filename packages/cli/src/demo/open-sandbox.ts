import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSandboxOptions } from '../sandbox/options.ts';
import { startSandbox } from '../sandbox/sandbox.ts';
import { isSandboxError } from '../sandbox/sandbox-error.ts';
import { demoFailure } from './failure.ts';
import { runningSandbox } from './find-sandbox.ts';
import type { SandboxAccess } from './play.ts';

/**
 * A sandbox for the demo. `photoRetention` says where a photo is afterwards; `close` stops what the demo started, once.
 */
export type OpenSandbox = {
  readonly access: SandboxAccess;
  readonly description: string;
  readonly photoRetention: string;
  readonly close: () => Promise<void>;
};

const asFailure = (thrown: unknown): unknown => (isSandboxError(thrown) ? demoFailure(thrown.message, thrown) : thrown);

/**
 * Starts a sandbox on a free port, in `SANDBOX_DIR` if that is set, else in a temporary folder that is removed with it.
 */
const startOwnSandbox = async (env: NodeJS.ProcessEnv): Promise<OpenSandbox> => {
  const options = readSandboxOptions(env);
  const temporary = env['SANDBOX_DIR'] === undefined ? await mkdtemp(join(tmpdir(), 'portcullis-demo-')) : null;
  const remove = () => (temporary === null ? undefined : rm(temporary, { recursive: true, force: true }));
  // The folder is removed however this process ends, because a photo is in it.
  if (temporary !== null) process.once('exit', () => rmSync(temporary, { recursive: true, force: true }));
  const folder = temporary ?? options.folder;
  const sandbox = await startSandbox({ ...options, folder, port: 0 }).catch(async (thrown: unknown) => {
    await remove();
    throw thrown;
  });
  const { base_url: baseUrl, client_id: clientId, client_secret: clientSecret } = sandbox.info;
  let left: Promise<void> | null = null;
  const end = async (): Promise<void> => {
    await sandbox.stop();
    await remove();
  };
  return {
    access: { baseUrl, clientId, clientSecret },
    description: `a sandbox of its own at ${baseUrl}, stopped at the end`,
    photoRetention: temporary === null ? `in ${folder}` : 'nowhere: the folder of this sandbox is removed at the end',
    close: () => {
      left ??= end();
      return left;
    },
  };
};

const withClient = async (sandbox: OpenSandbox): Promise<OpenSandbox> => {
  if (sandbox.access.clientId !== '') return sandbox;
  await sandbox.close();
  throw demoFailure('The demo needs a client with a secret in clear, and SANDBOX_CLIENTS_JSON has none.');
};

/** Returns the running sandbox of `SANDBOX_DIR` or `.sandbox`, or starts a new one. */
export const openSandbox = async (env: NodeJS.ProcessEnv): Promise<OpenSandbox> => {
  const folder = env['SANDBOX_DIR'] ?? '.sandbox';
  const access = await runningSandbox(folder);
  if (access === null) {
    const own = startOwnSandbox(env).catch((thrown: unknown) => {
      throw asFailure(thrown);
    });
    return withClient(await own);
  }
  return withClient({
    access,
    description: `the running sandbox at ${access.baseUrl}`,
    photoRetention: `in the data of the running sandbox (${folder}) until you delete that folder`,
    close: async () => undefined,
  });
};
