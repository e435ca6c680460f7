import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive } from '../../../support/servers/program.ts';

/** The parent of every process of this machine, by proc(5). */
const parents = (): ReadonlyMap<number, number> =>
  new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((name) => {
        try {
          const stat = readFileSync(`/proc/${name}/stat`, 'latin1');
          return [[Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])] as const];
        } catch {
          return []; // It has ended meanwhile.
        }
      }),
  );

/** A process and all below it, the process first. */
export const familyOf = (pid: number): readonly number[] => {
  const known = parents();
  const family = [pid];
  for (let at = 0; at < family.length; at += 1)
    for (const [child, parent] of known) if (parent === family[at]) family.push(child);
  return family;
};

/** Sends a signal to processes; one that has ended is passed over. */
export const signalAll = (pids: readonly number[], signal: NodeJS.Signals): void => {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // It has ended.
    }
  }
};

/** The first process of the PostgreSQL over a folder; `null` when none runs. */
export const postmasterOf = (dataDir: string): number | null => {
  try {
    const pid = Number(readFileSync(join(dataDir, 'postmaster.pid'), 'utf8').split('\n')[0]);
    return isAlive(pid) ? pid : null;
  } catch {
    return null;
  }
};
