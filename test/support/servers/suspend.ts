import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { waitUntil } from '../clock/until.ts';

/** Whether a thread is stopped, by its line of `/proc/<pid>/task/<tid>/stat`; a thread that has ended is. */
const isStopped = (path: string): boolean => {
  try {
    const stat = readFileSync(path, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).startsWith('T');
  } catch {
    return true;
  }
};

/**
 * Suspends a process, and resolves once each of its threads stands still: on a busy machine some of them go on for a
 * moment after the signal, and could answer a request. It resolves after the signal where there is no `/proc`.
 */
export const suspend = async (pid: number): Promise<void> => {
  // The number 0 names this process and its whole group.
  if (pid <= 0) throw new Error('there is no process to suspend');
  process.kill(pid, 'SIGSTOP');
  const tasks = `/proc/${pid}/task`;
  if (existsSync(tasks)) await waitUntil(() => readdirSync(tasks).every((id) => isStopped(`${tasks}/${id}/stat`)));
};
