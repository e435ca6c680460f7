// Processes that have a part of one processor each, neither more nor less: what they do with it depends neither on how
// many processors there are, nor on what others leave.
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

/**
 * The two versions of the kernel's interface, with the greatest weight of each, by which a group gets what it may use:
 * https://docs.kernel.org/admin-guide/cgroup-v2.html#cpu
 */
const versions = [
  {
    root: () => mounts().find(({ type, options }) => type === 'cgroup' && options.includes('cpu'))?.path,
    open: () => undefined,
    settings: { 'cpu.shares': 262_144 },
    limits: (quotaUs) => ({ 'cpu.cfs_period_us': periodUs, 'cpu.cfs_quota_us': quotaUs }),
  },
  {
    root: () =>
      mounts().find(({ type, path }) => type === 'cgroup2' && /\bcpu\b/.test(read(path, 'cgroup.controllers')))?.path,
    open: (root) => writeFileSync(join(root, 'cgroup.subtree_control'), '+cpu'),
    settings: { 'cpu.weight': 10_000 },
    limits: (quotaUs) => ({ 'cpu.max': `${quotaUs} ${periodUs}` }),
  },
];

let made = 0;

/** Makes a group in a hierarchy; `null` where the system lets nobody do that. */
const groupIn = ({ root: find, open, settings, limits }, share) => {
  const root = find();
  if (root === undefined) return null;
  made += 1;
  const group = join(root, `portcullis-bench-${process.pid}-${made}`);
  const put = (folder, pid) => writeFileSync(join(folder, 'cgroup.procs'), String(pid));
  const remove = () => {
    try {
      if (read(group, 'cgroup.procs').split('\n').includes(String(process.pid))) put(root, process.pid);
      rmdirSync(group);
    } catch {
      // Whoever is in it still ends with this process.
    }
  };
  try {
    open(root);
    mkdirSync(group);
    const all = { ...settings, ...(share !== null && limits(Math.round(share * periodUs))) };
    for (const [name, value] of Object.entries(all)) writeFileSync(join(group, name), String(value));
  } catch {
    remove();
    return null;
  }
  process.once('exit', remove);
  return { add: (pid) => put(group, pid), stop: remove };
};

/**
 * A group of processes that together use at most this share of one processor, and get it (`null`: whatever they need):
 * `add(pid)` puts a process into it, with all of its threads; what it starts later is in it as well. `null` where no
 * group can be made, which needs Linux and the right to do so.
 */
const processorShare = (share) => {
  for (const version of versions) {
    const group = groupIn(version, share);
    if (group !== null) return group;
  }
  return null;
};

/**
 * A group for each of these shares, while this process, and the database and the load that it starts, get whatever they
 * need; `null` where no groups can be made.
 */
export const processorShares = (use, shares) => {
  const groups = [null, ...shares].map(processorShare);
  for (const group of groups) if (group !== null) use(group);
  if (groups.includes(null)) return null;
  const [rest, ...limited] = groups;
  rest.add(process.pid);
  return limited;
};
