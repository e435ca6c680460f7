import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** The files of a data folder that a PocketBase has open. */
const databaseFiles = ['data.db', 'data.db-wal', 'data.db-shm', 'auxiliary.db', 'auxiliary.db-wal'];

const identityOf = (path: string): string | null => {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? null : `${found.dev}:${found.ino}`;
};

const attempt = <A>(read: () => A, otherwise: A): A => {
  try {
    return read();
  } catch {
    return otherwise;
  }
};

/**
 * Whether a process of this machine that may be looked at has a database of a data folder open, under whatever path, so
 * also in a container. It is known on Linux alone, from `/proc`.
 */
export const isDatabaseOpen = (folder: string): boolean => {
  const files = new Set(databaseFiles.flatMap((name) => identityOf(join(folder, name)) ?? []));
  if (files.size === 0) return false;
  const processes = attempt(() => readdirSync('/proc'), []).filter((name) => /^\d+$/.test(name));
  return processes.some((pid) =>
    attempt(() => readdirSync(`/proc/${pid}/fd`), []).some((fd) => {
      const identity = attempt(() => identityOf(`/proc/${pid}/fd/${fd}`), null);
      return identity !== null && files.has(identity);
    }),
  );
};

/** Whether a disk or a volume is mounted on a folder, so that it cannot be renamed. It is known on Linux alone. */
export const isMountPoint = (folder: string): boolean =>
  attempt(() => readFileSync('/proc/self/mountinfo', 'utf8'), '')
    .split('\n')
    .some((line) => line.split(' ')[4] === folder);
