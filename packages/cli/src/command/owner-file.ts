import { randomBytes } from 'node:crypto';
import { constants, copyFileSync, linkSync, renameSync, rmSync, writeFileSync } from 'node:fs';

/**
 * Writes a file beside its place, readable by its owner only, and lets `place` bring it there. An incomplete file has a
 * name that nobody else uses: processes of several containers may have one id.
 */
const writeBeside = (file: string, text: string, place: (unfinished: string) => void): void => {
  const unfinished = `${file}.${randomBytes(8).toString('hex')}`;
  try {
    writeFileSync(unfinished, text, { flag: 'wx', mode: 0o600 });
    place(unfinished);
  } finally {
    rmSync(unfinished, { force: true });
  }
};

/** Writes a file atomically, readable by its owner only. Throws the error of the system. */
export const writeForOwner = (file: string, content: object): void =>
  writeBeside(file, `${JSON.stringify(content, null, 2)}\n`, (unfinished) => renameSync(unfinished, file));

/** Gives a file a second name, or a copy where it can have none. One that is there already throws `EEXIST`. */
const nameAlso = (file: string, name: string): void => {
  try {
    linkSync(file, name);
  } catch {
    copyFileSync(file, name, constants.COPYFILE_EXCL);
  }
};

/** Makes a file in the same way, and takes the place of none: the error is then `EEXIST`. */
export const makeForOwner = (file: string, text: string): void =>
  writeBeside(file, text, (unfinished) => nameAlso(unfinished, file));

/** Writes a file in the same way over one that is kept as `kept`, of which there must be none. */
export const replaceForOwner = (file: string, text: string, kept: string): void =>
  writeBeside(file, text, (unfinished) => {
    nameAlso(file, kept);
    renameSync(unfinished, file);
  });
