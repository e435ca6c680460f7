import { type Environment, readSandboxVariables } from '@portcullis/app/configuration';
import { E } from '@portcullis/domain';
import type { SandboxOptions } from './sandbox.ts';
import { sandboxError } from './sandbox-error.ts';

/** Reads the options of a sandbox from the environment: its folder, its ports and the database executable. */
export const readSandboxOptions = (env: Environment): SandboxOptions => {
  if (env['NODE_ENV'] === 'production') {
    throw sandboxError('A sandbox lets everybody through: it does not run with NODE_ENV=production.', 78);
  }
  const read = readSandboxVariables(env);
  if (E.isLeft(read)) throw sandboxError(read.left.map(({ name, rule }) => `${name} ${rule}.`).join('\n'), 78);
  const { CLIENT_URL, SANDBOX_CLIENTS_JSON, SANDBOX_DIR, PORT, MANAGEMENT_PORT, POCKETBASE_BIN, LOG_LEVEL } =
    read.right;
  return {
    folder: SANDBOX_DIR ?? '.sandbox',
    port: PORT ?? 8000,
    managementPort: MANAGEMENT_PORT,
    pocketbaseBinary: POCKETBASE_BIN,
    logLevel: LOG_LEVEL,
    clientsJson: SANDBOX_CLIENTS_JSON,
    clientUrl: CLIENT_URL,
  };
};
