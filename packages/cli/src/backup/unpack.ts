import { mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { errorWord } from '../ledger/heads/head-store.ts';
import { damaged, isDamage, openZip } from './zip-archive.ts';

/** A path below the folder, in words that mean the same everywhere: no step upwards, no root, no drive. */
const isPlainPath = (path: string): boolean =>
  !path.includes('\0') && !/[\\:]/.test(path) && path.split('/').every((part) => part !== '' && !/^\.\.?$/.test(part));

const isPackedBadly = (cause: unknown): boolean =>
  cause instanceof Error && 'code' in cause && String(cause.code).startsWith('Z_');

/** Unpacks a backup into a folder, for its owner alone. Throws where the backup is not complete. */
export const unpackBackup = async (backup: string, folder: string): Promise<void> => {
  const archive = await openZip(backup);
  try {
    const { entries } = archive;
    if (!entries.some(({ path }) => path === 'data.db') || !entries.every(({ path }) => isPlainPath(path)))
      throw damaged();
    for (const entry of entries) {
      const path = join(folder, entry.path);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const file = await open(path, 'wx', 0o600);
      try {
        for await (const chunk of archive.content(entry)) await file.writeFile(chunk);
        await file.sync();
      } finally {
        await file.close();
      }
    }
  } catch (cause) {
    throw isPackedBadly(cause) ? damaged() : cause;
  } finally {
    await archive.close();
  }
};

/** Says in a sentence why a backup could not be unpacked. */
export const unpackFault = (cause: unknown): string =>
  isDamage(cause) ? cause.message : `The backup cannot be unpacked (${errorWord(cause)}).`;
