// Prepares a fresh clone: installs missing packages, then builds. It uses Node alone, so it runs before the
// installation. `npm run build` is this script by itself; `--image` builds what a production image has.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { modelFolder } from './build/liveness-files.mjs';
import { bin, root, run, seconds } from './build/processes.mjs';
import { bundlePages, bundlePrograms } from './bundle.mjs';

const floor = [20, 19];

/** Exits with a message if this Node is older than the minimum. */
export const requireNode = () => {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > floor[0] || (major === floor[0] && minor >= floor[1])) return;
  console.error(`Node ${floor.join('.')} or newer is needed; this is ${process.versions.node}.`);
  process.exit(1);
};

const packagesIn = (path) => {
  try {
    return JSON.parse(readFileSync(join(root, path), 'utf8')).packages;
  } catch {
    return null; // The file is missing or was cut off, so it cannot be relied on.
  }
};

/** What the service, its commands, its pages and the simulator need, which are less than half of all packages. */
const programs = {
  install: [
    '--omit=peer',
    '--include-workspace-root',
    ...['app', 'cli', 'console', 'simulator', 'verify'].flatMap((name) => ['--workspace', `packages/${name}`]),
  ],
  build: ['packages/cli', 'packages/simulator'],
};
/** Names the lock file after which the packages of the programs alone were installed. */
const programsMark = join(root, 'node_modules/.portcullis-programs');

const lockDigest = () =>
  createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');

const hasPrograms = () => existsSync(programsMark) && readFileSync(programsMark, 'utf8') === lockDigest();

/** Whether more than the packages of the programs was installed once, of this lock file or of another. */
const hadEverything = () => packagesIn('node_modules/.package-lock.json') !== null && !existsSync(programsMark);

/**
 * Whether the installed packages are those of the lock file. npm writes its own list last, so the list exists exactly
 * if the folder is complete. Optional packages may be missing: most of them are for other systems.
 */
const isInstalled = () => {
  const installed = packagesIn('node_modules/.package-lock.json');
  const locked = packagesIn('package-lock.json');
  if (installed === null || locked === null) return false;
  return Object.entries(locked).every(([path, { version, integrity, optional }]) => {
    if (!path.includes('node_modules/')) return true;
    const found = installed[path];
    return found === undefined ? optional === true : found.version === version && found.integrity === integrity;
  });
};

/** The npm that runs this script (as a file for this Node, so that no shell is needed), or the one on the path. */
const npm = (args) =>
  process.env['npm_execpath']?.endsWith('.js')
    ? [process.execPath, [process.env['npm_execpath'], ...args]]
    : [process.platform === 'win32' ? 'npm.cmd' : 'npm', args];

/**
 * Installs exactly the packages of the lock file, unless they are already installed. With `onlyPrograms` it leaves out
 * what tests, linters and generators need, and the liveness component, which no sandbox loads. Whoever has fetched the
 * component's model gets the component, and whoever had all packages gets all of them again.
 */
export const install = async ({ onlyPrograms = false } = {}) => {
  if (isInstalled()) return;
  const isPart = onlyPrograms && !existsSync(modelFolder) && !hadEverything();
  if (isPart && hasPrograms()) return;
  const began = performance.now();
  console.log('Installing what is missing (npm ci); the first time this may take a minute or two …');
  const part = isPart ? programs.install : [];
  const ci = (...more) =>
    run(...npm(['ci', '--no-audit', '--no-fund', '--loglevel=error', ...part, ...more]), { quiet: true });
  // The lock file says what is installed. The registry is asked again where npm's cache knows too little of it.
  const cached = await ci('--prefer-offline');
  const { code, output } = cached.code === 0 ? cached : await ci();
  if (code !== 0) throw new Error(`npm ci failed (exit ${code}):\n${output}`);
  if (isPart) writeFileSync(programsMark, lockDigest());
  console.log(`Installed in ${seconds(began)}.`);
};

/** The compiler is written in Go and lives for seconds: collecting its garbage less often saves a sixth of its time. */
const compilerEnv = { ...process.env, GOGC: '400' };

const compile = async (projects) => {
  const args = [bin('tsc'), '-b', ...projects];
  const { code, output } = await run(process.execPath, args, { quiet: true, env: compilerEnv });
  if (code !== 0) throw new Error(`The build failed:\n${output}`);
};

/**
 * Compiles every package, or the programs alone, and bundles the service and the pages; this takes a tenth of a second
 * if nothing has changed. The pages need nothing compiled but the client.
 */
export const build = async ({ forImage = false, onlyPrograms = false } = {}) => {
  const began = performance.now();
  await compile(['packages/client']);
  await Promise.all([
    compile(onlyPrograms ? programs.build : []).then(() => bundlePrograms(forImage)),
    bundlePages(forImage),
  ]);
  const took = performance.now() - began;
  if (took > 1000) console.log(`Built in ${seconds(began)}.`);
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  requireNode();
  try {
    await install();
    await build({ forImage: process.argv.includes('--image') });
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
