import { randomUUID } from 'node:crypto';
import { link, mkdir, open, readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readTextFile } from '@portcullis/app/configuration';

const hasCode = (cause: unknown, code: string): boolean =>
  cause instanceof Error && 'code' in cause && cause.code === code;
const isMissing = (cause: unknown): boolean => hasCode(cause, 'ENOENT');

/**
 * Makes a folder and those above it. The recursive form of Node 20 never ends where the system refuses a folder as
 * missing, as below `/proc`.
 */
const makeFolder = async (folder: string): Promise<void> => {
  try {
    await mkdir(folder);
  } catch (cause) {
    if (hasCode(cause, 'EEXIST')) return;
    const parent = dirname(folder);
    if (!isMissing(cause) || parent === folder) throw cause;
    await makeFolder(parent);
    await mkdir(folder);
  }
};

/**
 * A folder in which heads are kept, each in a file; the names of the files are in the order of the heads. Every
 * function throws when the folder cannot be used; the error's `code` says why in a word.
 */
export type HeadFolder = {
  /** The names of the heads; `null` where the folder is not there yet. */
  readonly names: () => Promise<readonly string[] | null>;
  readonly read: (name: string) => Promise<string>;
  /** Adds a head, as a whole or not at all. Nothing is replaced. */
  readonly add: (name: string, text: string) => Promise<void>;
};

/**
 * Keeps heads in a folder, which is created for the first one. A head is written under another name, which is not read
 * as a head, and gets its own one when it is complete.
 */
export const headFolder = (folder: string): HeadFolder => ({
  names: async () => {
    try {
      return (await readdir(folder)).filter((name) => name.endsWith('.json')).toSorted();
    } catch (cause) {
      if (isMissing(cause)) return null;
      throw cause;
    }
  },
  read: async (name) => readTextFile(join(folder, name)),
  add: async (name, text) => {
    await makeFolder(folder);
    const written = join(folder, `.${randomUUID()}.part`);
    try {
      const file = await open(written, 'wx');
      try {
        await file.writeFile(text);
        await file.sync();
      } finally {
        await file.close();
      }
      await link(written, join(folder, name));
    } finally {
      await rm(written, { force: true });
    }
  },
});
