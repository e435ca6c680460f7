// Fills a PocketBase with profiles and their ledgers.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '../temporary-folder.mjs';
import { withCleanup } from '../with-cleanup.mjs';
import { fillStores } from './fill-stores.mjs';
import { driverOf, keyringFrom, storesOver } from './stores.mjs';

const loadFiles = fileURLToPath(new URL('./load-files.js', import.meta.url));

/** Has PocketBase load the files of a folder into its data, beside the one that runs. */
const load = async ({ binary, dataDir }, folder, files) => {
  const migrations = join(folder, 'migrations');
  mkdirSync(migrations);
  copyFileSync(loadFiles, join(migrations, '9999999999_bench.js'));
  const options = [`--dir=${dataDir}`, `--migrationsDir=${migrations}`, `--hooksDir=${join(folder, 'none')}`];
  const env = { BENCH_FILES: files };
  const child = spawn(binary, ['migrate', 'up', ...options], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      said = `${said}${chunk}`.slice(-2000);
    });
  const [code] = await once(child, 'close');
  if (code !== 0 || !said.includes('9999999999_bench.js'))
    throw new Error(`PocketBase loaded nothing (${code}): ${said}`);
};

/** Fills an empty PocketBase with so many profiles of one partner, as `fillStores` says, and answers what that does. */
export const fillPocketbase = (database, key, size, say, history = 'noted') =>
  withCleanup(async (use) => {
    const { driver } = driverOf(database);
    const stores = storesOver(driver, keyringFrom(key));
    const folder = use(temporaryFolder()).path;
    const files = join(folder, 'files');
    mkdirSync(files);
    const after = () => load(database, folder, files);
    return fillStores(
      use,
      {
        database,
        driver,
        folder: files,
        history,
        key,
        say,
        stores,
      },
      size,
      { after },
    );
  });
