import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, run } from '../build/processes.mjs';

/** The folder of the generators. The generator of orval has a lock file of its own here. */
export const home = join(root, 'tools', 'generators');

/** Runs a command, and throws what it printed if it fails. */
export const must = async (what, command, args, options) => {
  const { code, output } = await run(command, args, { quiet: true, ...options });
  if (code !== 0) throw new Error(`${what}: ${output.trim()}`);
  return output;
};

/** Installs orval unless the folder has what the lock file says. */
export const installGenerators = async () => {
  const lock = readFileSync(join(home, 'package-lock.json'), 'utf8');
  const mark = join(home, 'node_modules', '.installed');
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
