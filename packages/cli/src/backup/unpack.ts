import { mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { errorWord } from '../ledger/heads/head-store.ts';
import { asDamage, damaged, isDamage, openZip, type ZipEntry } from './zip-archive.ts';

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
    await file.sync();
  } finally {
    await file.close();
  }
};

/** Unpacks a backup into a folder, for its owner alone. Throws where the backup is not complete. */
export const unpackBackup = async (backup: string, folder: string): Promise<void> => {
  try {
    const archive = await openZip(backup);
    try {
      const { entries } = archive;
      if (!entries.some(({ path }) => path === 'data.db') || haveConflict(entries)) throw damaged();
      for (const entry of entries) await writeEntry(entry, folder);
    } finally {
      archive.close();
    }
  } catch (cause) {
    throw asDamage(cause);
  }
};

/** Says in a sentence why a backup could not be unpacked. */
export const unpackFault = (cause: unknown): string =>
  isDamage(cause) ? cause.message : `The backup cannot be unpacked (${errorWord(cause)}).`;
