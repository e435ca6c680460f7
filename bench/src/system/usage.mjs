// What a process has used so far.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/** `USER_HZ`: 100 on every Linux that Node runs on. */
const ticksPerSecond = 100;

/** What ps(1) prints of a process, where there is no proc(5): less exact, and slower. */
const listed = (pid, column) =>
  execFileSync('ps', ['-o', `${column}=`, '-p', String(pid)], { encoding: 'latin1' }).trim();

const hasProc = existsSync('/proc/self/stat');

const procSeconds = (pid) => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  const [user, kernel] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13);
  return (Number(user) + Number(kernel)) / ticksPerSecond;
};

/** `2:03:04` or `3:04.56` as seconds. */
const secondsIn = (time) => time.split(':').reduce((sum, part) => 60 * sum + Number(part), 0);

/** Processor seconds that a process has used in all its threads, its kernel time included. */
export const processorSeconds = (pid) => (hasProc ? procSeconds(pid) : secondsIn(listed(pid, 'time')));

const procKiB = (pid) => /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))[1];

/** Resident memory of a process in MiB. */
export const residentMiB = (pid) => Number(hasProc ? procKiB(pid) : listed(pid, 'rss')) / 1024;
