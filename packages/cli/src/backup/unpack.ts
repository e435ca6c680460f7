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

/** What a restore takes along: the records, with what is not yet in their file, and images. */
const isTaken = ({ path }: ZipEntry): boolean =>
  path === 'data.db' || path === 'data.db-wal' || path.startsWith('storage/');

/** The files and folders that were not taken along, each once. */
const leftOut = (entries: readonly ZipEntry[]): readonly string[] => [
  ...new Set(entries.filter((entry) => !isTaken(entry)).map(({ path }) => path.replace(/\/.*/s, '/'))),
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

/** Throws where a folder's disk has no room for files of this size. */
const requireRoom = async (folder: string, bytes: number): Promise<void> => {
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  if (free < bytes)
    throw new BackupFault(`The backup needs ${bytes} bytes, and the disk of ${folder} has ${free} free.`);
};

/**
 * Unpacks the records and images of a backup into a folder, for its owner alone, and nothing else: PocketBase makes its
 * own logs anew, and everything else is not its. Answers which files and folders were left out. Nothing is flushed to
 * the disk: `syncFolder` does that at once.
 * Throws where the backup is not complete, where the disk has no room for it, and at `stop`.
 */
export const unpackBackup = async (backup: string, folder: string, stop: AbortSignal): Promise<readonly string[]> => {
  try {
    const archive = await openZip(backup);
    try {
      const { entries } = archive;
      if (!entries.some(({ path }) => path === 'data.db') || haveConflict(entries)) throw damaged();
      const taken = entries.filter(isTaken);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await requireRoom(
        folder,
        taken.reduce((sum, { size }) => sum + size, 0),
      );
      for (const entry of taken) {
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

/** Says in a sentence why a backup could not be unpacked. */
export const unpackFault = (cause: unknown): string =>
  cause instanceof BackupFault ? cause.message : `The backup cannot be unpacked (${errorWord(cause)}).`;
