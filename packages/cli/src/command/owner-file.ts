import { randomBytes } from 'node:crypto';
import { linkSync, renameSync, rmSync, writeFileSync } from 'node:fs';

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

/** Makes a file in the same way, and takes the place of none: the error is then `EEXIST`. */
export const makeForOwner = (file: string, text: string): void =>
  writeBeside(file, text, (unfinished) => linkSync(unfinished, file));
