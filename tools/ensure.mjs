// Prepares a fresh clone: installs missing packages, then builds. It uses Node alone, so it runs before the
// installation.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bin, root, run, seconds } from './build/processes.mjs';
import { bundle } from './bundle.mjs';

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

/** Installs exactly the packages of the lock file, unless they are already installed. */
export const install = async () => {
  if (isInstalled()) return;
  const began = performance.now();
  console.log('Installing what is missing (npm ci); the first time this may take a minute or two …');
  const ci = (...more) => run(...npm(['ci', '--no-audit', '--no-fund', '--loglevel=error', ...more]), { quiet: true });
  // The lock file says what is installed. The registry is asked again where npm's cache knows too little of it.
  const cached = await ci('--prefer-offline');
  const { code, output } = cached.code === 0 ? cached : await ci();
  if (code !== 0) throw new Error(`npm ci failed (exit ${code}):\n${output}`);
  console.log(`Installed in ${seconds(began)}.`);
};

/** The compiler is written in Go and lives for seconds: collecting its garbage less often saves a sixth of its time. */
const compilerEnv = { ...process.env, GOGC: '400' };

/** Compiles every package and bundles the service; this takes a tenth of a second if nothing has changed. */
export const build = async () => {
  const began = performance.now();
  const { code, output } = await run(process.execPath, [bin('tsc'), '-b'], { quiet: true, env: compilerEnv });
  if (code !== 0) throw new Error(`The build failed:\n${output}`);
  await bundle();
  const took = performance.now() - began;
  if (took > 1000) console.log(`Built in ${seconds(began)}.`);
};
