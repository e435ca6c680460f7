// `npm run console:folder -- --to <folder>` builds the console for a server on an origin of its own, at the path `/`:
// the HTML has the Content-Security-Policy. The server answers `/api/` from the service.
// Run `npm run build` first.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { makeConsole } from './build/console.mjs';
import { compressBelow, makeEmptyFolder, withPolicy } from './build/page-files.mjs';

/** Builds the console into a folder that is empty or does not exist yet. */
export const makeConsoleFolder = async (to) => {
  makeEmptyFolder(to);
  const { consolePolicy } = await import('../packages/http/dist/routes/pages/console-page.js');
  await makeConsole(to, '/');
  const path = join(to, 'index.html');
  writeFileSync(path, withPolicy(readFileSync(path, 'utf8'), consolePolicy));
  await compressBelow(to, true);
};

const main = async () => {
  const { to } = parseArgs({ options: { to: { type: 'string' } } }).values;
  if (to === undefined) throw new Error('Usage: npm run console:folder -- --to <folder>');
  await makeConsoleFolder(to);
  console.log(`${to} has the console.`);
};

if (process.argv[1] === fileURLToPath(import.meta.url))
  await main().catch((error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
