import { mkdir, open, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { errorWord } from '../command/error-word.ts';
import { BackupFault } from './backup-fault.ts';
import { asDamage, damaged, openZip, type ZipEntry } from './zip-archive.ts';

/** Whether a file would have to be a folder of another one, too. */
const haveConflict = (entries: readonly ZipEntry[]): boolean => {
  const paths = new Set(entries.map(({ path }) => path));
  const foldersOf = (path: string): readonly string[] => (path === '.' ? [] : [path, ...foldersOf(dirname(path))]);
  return entries.some(({ path }) => foldersOf(dirname(path)).some((folder) => paths.has(folder)));
};

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

/** Throws where a folder's disk has no room for files of this size. */
const requireRoom = async (folder: string, bytes: number): Promise<void> => {
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  if (free < bytes)
    throw new BackupFault(`The backup needs ${bytes} bytes, and the disk of ${folder} has ${free} free.`);
};

/**
 * Unpacks a backup into a folder, for its owner alone. Nothing is flushed to the disk: `syncFolder` does that at once.
 * Throws where the backup is not complete, where the disk has no room for it, and at `stop`.
 */
export const unpackBackup = async (backup: string, folder: string, stop: AbortSignal): Promise<void> => {
  try {
    const archive = await openZip(backup);
    try {
      const { entries } = archive;
      if (!entries.some(({ path }) => path === 'data.db') || haveConflict(entries)) throw damaged();
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await requireRoom(
        folder,
        entries.reduce((sum, { size }) => sum + size, 0),
      );
      for (const entry of entries) {
        if (stop.aborted) throw new BackupFault('The backup was not unpacked to its end.');
        await writeEntry(entry, folder);
      }
    } finally {
      archive.close();
    }
  } catch (cause) {
    throw asDamage(cause);
  }
};

/** Says in a sentence why a backup could not be unpacked. */
export const unpackFault = (cause: unknown): string =>
  cause instanceof BackupFault ? cause.message : `The backup cannot be unpacked (${errorWord(cause)}).`;
