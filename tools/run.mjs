// `node tools/run.mjs <program> [options]` prepares the clone, then runs one of the programs below in this same
// process, so that there is no child to forward signals to or to leave behind.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './build/processes.mjs';
import { build, install, requireNode } from './ensure.mjs';

/** Programs that need no package of the tests. */
const programsAlone = {
  sandbox: 'packages/cli/bundle/sandbox.js',
  demo: 'packages/cli/bundle/demo.js',
  simulator: 'packages/simulator/dist/main.js',
};

const programs = {
  ...programsAlone,
  bench: 'bench/run.mjs',
  'measure:documents': 'bench/documents.mjs',
  example: 'examples/start.mjs',
  harden: 'test/dist/system/harden/main.js',
  'test:browser': 'test/dist/system/page/full/main.js',
  'record:bodies': 'test/dist/http/record-bodies.js',
  'record:journey': 'test/dist/system/console/record/main.js',
};

const [name = '', ...options] = process.argv.slice(2);
const program = Object.hasOwn(programs, name) ? join(root, programs[name]) : undefined;

if (program === undefined) {
  console.error(`Usage: node tools/run.mjs <${Object.keys(programs).join('|')}> [options]`);
  process.exitCode = 64;
} else {
  requireNode();
  try {
    // PostgreSQL for a sandbox is among the packages of the tests.
    const onlyPrograms = Object.hasOwn(programsAlone, name) && !options.some((option) => option.includes('postgres'));
    await install({ onlyPrograms });
    await build({ onlyPrograms });
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
  if (!existsSync(program)) throw new Error(`${programs[name]} is missing`);
  // The program reads its options as if it had been started directly.
  process.argv.splice(1, process.argv.length - 1, program, ...options);
  await import(pathToFileURL(program).href);
}
