import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, run } from '../ensure.mjs';

/** The folder of the generators, which have a lock file of their own. */
export const home = join(root, 'tools', 'generators');

/** The path of a package or file that the generators have installed. */
export const inHome = (path) => join(home, 'node_modules', path);

/** Runs a command, and throws what it printed if it fails. */
export const must = async (what, command, args, options) => {
  const { code, output } = await run(command, args, { quiet: true, ...options });
  if (code !== 0) throw new Error(`${what}: ${output.trim()}`);
  return output;
};

/** Installs the generators unless the folder has those of the lock file. */
export const installGenerators = async () => {
  const lock = readFileSync(join(home, 'package-lock.json'), 'utf8');
  const mark = inHome('.installed');
  const isThere = () => {
    try {
      return readFileSync(mark, 'utf8') === lock;
    } catch {
      return false;
    }
  };
  if (isThere()) return;
  await must('npm ci', 'npm', ['ci', '--prefix', home]);
  writeFileSync(mark, lock);
};
