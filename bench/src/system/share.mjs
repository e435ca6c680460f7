// Processes that may use a part of one processor each: what a process does with it does not depend on what others
// leave.
import { mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Short, so that a request does not wait long for the next one. */
const periodUs = 20_000;

const read = (...path) => {
  try {
    return readFileSync(join(...path), 'utf8');
  } catch {
    return '';
  }
};

/** The mounted hierarchies of control groups, as proc(5) lists them. */
const mounts = () =>
  read('/proc/self/mounts')
    .split('\n')
    .map((line) => line.split(' '))
    .map(([, path, type, options = '']) => ({ path, type, options: options.split(',') }));

/** A group of either version of the kernel's interface: https://docs.kernel.org/admin-guide/cgroup-v2.html#cpu */
const versions = [
  {
    root: () => mounts().find(({ type, options }) => type === 'cgroup' && options.includes('cpu'))?.path,
    open: () => undefined,
    limit: (group, quotaUs) => {
      writeFileSync(join(group, 'cpu.cfs_period_us'), String(periodUs));
      writeFileSync(join(group, 'cpu.cfs_quota_us'), String(quotaUs));
    },
  },
  {
    root: () =>
      mounts().find(({ type, path }) => type === 'cgroup2' && /\bcpu\b/.test(read(path, 'cgroup.controllers')))?.path,
    open: (root) => writeFileSync(join(root, 'cgroup.subtree_control'), '+cpu'),
    limit: (group, quotaUs) => writeFileSync(join(group, 'cpu.max'), `${quotaUs} ${periodUs}`),
  },
];

let made = 0;

/** Makes a group in a hierarchy; `null` where the system lets nobody do that. */
const groupIn = ({ root: find, open, limit }, share) => {
  const root = find();
  if (root === undefined) return null;
  made += 1;
  const group = join(root, `portcullis-bench-${process.pid}-${made}`);
  const remove = () => {
    try {
      rmdirSync(group);
    } catch {
      // Whoever is in it still ends with this process.
    }
  };
  try {
    open(root);
    mkdirSync(group);
    limit(group, Math.round(share * periodUs));
  } catch {
    remove();
    return null;
  }
  process.once('exit', remove);
  return { add: (pid) => writeFileSync(join(group, 'cgroup.procs'), String(pid)), stop: remove };
};

/**
 * A group of processes that together use at most this share of one processor: `add(pid)` puts a process into it, with
 * all of its threads. `null` where no group can be made, which needs Linux and the right to do so.
 */
export const processorShare = (share) => {
  for (const version of versions) {
    const group = groupIn(version, share);
    if (group !== null) return group;
  }
  return null;
};
