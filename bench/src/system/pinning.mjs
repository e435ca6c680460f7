// Which processor a process runs on: what limits a rate must be one process and not the order in which the kernel
// places several of them. Processes are pinned after their start, so that the size of their pools is that of
// production.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** `0-1,4` as numbers. */
const parseList = (list) =>
  list.split(',').flatMap((range) => {
    const [from, to = from] = range.split('-').map(Number);
    return Array.from({ length: to - from + 1 }, (_, i) => from + i);
  });

/** The processors that this process may use; none where the system does not tell. */
const allowedCores = () => {
  try {
    return parseList(/^Cpus_allowed_list:\s+(\S+)$/m.exec(readFileSync('/proc/self/status', 'latin1'))[1]);
  } catch {
    return [];
  }
};

const cores = allowedCores();

/** A thread that ends meanwhile makes it fail. */
const attempts = 3;

const setAffinity = (pid, list, attempt = 1) => {
  try {
    execFileSync('taskset', ['--all-tasks', '--cpu-list', '--pid', list.join(','), String(pid)], { stdio: 'pipe' });
  } catch (error) {
    if (attempt === attempts) throw error;
    setAffinity(pid, list, attempt + 1);
  }
};

const hasTaskset = () => {
  try {
    setAffinity(process.pid, cores);
    return true;
  } catch {
    return false;
  }
};

const canPin = cores.length > 1 && hasTaskset();

/** Lets a process run on the n-th core alone, counted from 0; `null` stands for all of them. */
export const pin = (pid, core) => {
  if (canPin) setAffinity(pid, core === null ? cores : [cores[core]]);
};

/**
 * Where the load generator runs: not on the core of what it measures, and on one that nothing else has, if there is
 * one.
 */
export const generatorCore = (targetCore) => (cores.length > 2 ? 2 : 1 - targetCore);

/** Says how the processes are placed. */
export const pinningText = () =>
  canPin
    ? `pinned with taskset: ${cores.length} cores`
    : `not pinned (${cores.length > 1 ? 'there is no taskset' : 'one core'}): rates depend on how the kernel places the processes`;
