import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { E } from '@portcullis/domain';
import { decode, parseJson, t } from '@portcullis/domain/kernel';

/** A process as a file records it. Process ids are reused, so the record also has the time of the start. */
const ProcessRecord = t.type({ pid: t.number, started: t.string });
type ProcessRecord = t.TypeOf<typeof ProcessRecord>;

/** When a process started, in the system's own format; `null` if there is no such process. */
const startedAt = (pid: number): string | null => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? null : (fields[19] ?? null);
  } catch {
    // This is not Linux, or there is no such process: ps tells which.
  }
  const { stdout, status } = spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' });
  return status === 0 && stdout.trim() !== '' ? stdout.trim() : null;
};

const recordOf = (pid: number): ProcessRecord => ({ pid, started: startedAt(pid) ?? 'unknown' });

const isRunning = ({ pid, started }: ProcessRecord): boolean => startedAt(pid) === started;

const readRecord = (file: string): ProcessRecord | null => {
  try {
    // A file that was cut off while it was written belongs to no process.
    const record = decode(ProcessRecord, parseJson(readFileSync(file, 'utf8')));
    return E.isRight(record) ? record.right : null;
  } catch {
    return null; // There is no such file.
  }
};

/** The id of the process that a file names, if that process still runs. */
export const runningPid = (file: string): number | null => {
  const record = readRecord(file);
  return record !== null && isRunning(record) ? record.pid : null;
};

export const writePidFile = (file: string, pid: number): void =>
  writeFileSync(file, JSON.stringify(recordOf(pid)), { mode: 0o600 });

const createExclusively = (file: string): boolean => {
  try {
    writeFileSync(file, JSON.stringify(recordOf(process.pid)), { mode: 0o600, flag: 'wx' });
    return true;
  } catch (error) {
    if (error instanceof Error && Reflect.get(error, 'code') === 'EEXIST') return false;
    throw error;
  }
};

/** Claims the file for this process. Returns `null`, or the id of the running process that already owns it. */
export const claimPidFile = (file: string): number | null => {
  if (createExclusively(file)) return null;
  const owner = runningPid(file);
  if (owner !== null) return owner;
  rmSync(file, { force: true });
  return createExclusively(file) ? null : runningPid(file);
};

const kill = (pid: number, signal: NodeJS.Signals): void => {
  try {
    process.kill(pid, signal);
  } catch {
    // The process has ended in the meantime, as intended.
  }
};

/** Stops the process that a file names, if it still runs; sends SIGKILL after two seconds. */
export const stopRecordedProcess = async (file: string): Promise<void> => {
  const pid = runningPid(file);
  if (pid !== null) {
    kill(pid, 'SIGTERM');
    for (let waited = 0; waited < 4000 && runningPid(file) !== null; waited += 25) {
      if (waited === 2000) kill(pid, 'SIGKILL');
      await sleep(25);
    }
  }
  rmSync(file, { force: true });
};
