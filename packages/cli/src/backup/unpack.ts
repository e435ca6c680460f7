import { mkdir, open, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { errorWord } from '../command/error-word.ts';
import { BackupFault } from './backup-fault.ts';
import { asDamage, damaged, openZip, type ZipEntry } from './zip-archive.ts';

/** Whether one entry is a file at a path that another entry needs as a folder. */
const haveConflict = (entries: readonly ZipEntry[]): boolean => {
  const paths = new Set(entries.map(({ path }) => path));
  const foldersOf = (path: string): readonly string[] => (path === '.' ? [] : [path, ...foldersOf(dirname(path))]);
  return entries.some(({ path }) => foldersOf(dirname(path)).some((folder) => paths.has(folder)));
};

/** Whether a restore unpacks an entry: the database with its write-ahead log, and the stored files. */
const isRestored = ({ path }: ZipEntry): boolean =>
  path === 'data.db' || path === 'data.db-wal' || path.startsWith('storage/');

/** The files and folders that are not restored, each once. */
const leftOut = (entries: readonly ZipEntry[]): readonly string[] => [
  ...new Set(entries.filter((entry) => !isRestored(entry)).map(({ path }) => path.replace(/\/.*/s, '/'))),
];

const writeEntry = async ({ content, path }: ZipEntry, folder: string): Promise<void> => {
  const target = join(folder, path);
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  const file = await open(target, 'wx', 0o600);
  try {
    for await (const chunk of content()) await file.writeFile(chunk);
  } finally {
    await file.close();
  }
};

/** Throws a fault if the disk of a folder has no room for so many bytes. */
const requireRoom = async (folder: string, bytes: number): Promise<void> => {
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  if (free < bytes)
    throw new BackupFault(`The backup needs ${bytes} bytes, and the disk of ${folder} has ${free} free.`);
};

/**
 * Unpacks the database and the stored files of a backup into a folder that only its owner can read. Nothing else is
 * unpacked: PocketBase creates its own logs again, and no other file belongs to it. Answers which files and folders
 * were left out. It does not flush to the disk, which `syncFolder` does afterwards. It throws if the backup is
 * incomplete, if the disk has no room for it, and at `stop`.
 */
export const unpackBackup = async (backup: string, folder: string, stop: AbortSignal): Promise<readonly string[]> => {
  try {
    const archive = await openZip(backup);
    try {
      const { entries } = archive;
      if (!entries.some(({ path }) => path === 'data.db') || haveConflict(entries)) throw damaged();
      const restored = entries.filter(isRestored);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await requireRoom(
        folder,
        restored.reduce((sum, { size }) => sum + size, 0),
      );
      for (const entry of restored) {
        if (stop.aborted) throw new BackupFault('The backup was not unpacked to its end.');
        await writeEntry(entry, folder);
      }
      return leftOut(entries);
    } finally {
      archive.close();
    }
  } catch (cause) {
    throw asDamage(cause);
  }
};

/** The sentence that says why a backup could not be unpacked. */
export const unpackFault = (cause: unknown): string =>
  cause instanceof BackupFault ? cause.message : `The backup cannot be unpacked (${errorWord(cause)}).`;
