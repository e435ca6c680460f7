// `npm run test:generators`: tries the client that orval writes. The last line is `N passed, N failed`. The test
// command tries those of openapi-typescript and hey-api.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './build/processes.mjs';
import { build, install, requireNode } from './ensure.mjs';
import { installGenerators } from './generators/install.mjs';
import { tryClients } from './generators/try-clients.mjs';

const trial = async (folder) => {
  const { startSandbox } = await import(join(root, 'packages/cli/dist/index.js'));
  const sandbox = await startSandbox({ folder, port: 0, logLevel: 'silent' });
  try {
    const { base_url: address, token } = sandbox.info;
    const { orval } = await tryClients({ address, token, names: ['orval'], script: 'generate-orval.mjs' });
    const isRead = orval.json === 'passport' && orval.multipart === 'passport';
    console.log(`${isRead ? '✓' : '✗'} orval: compiles; JSON: ${orval.json}; form: ${orval.multipart}`);
    return isRead;
  } catch (error) {
    console.log(`✗ orval: ${error.message}`);
    return false;
  } finally {
    await sandbox.stop();
  }
};

requireNode();
await install();
await build();
await installGenerators();
const folder = mkdtempSync(join(tmpdir(), 'portcullis-generators-'));
try {
  const isGood = await trial(folder);
  console.log(isGood ? '1 passed, 0 failed' : '0 passed, 1 failed');
  process.exitCode = isGood ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
