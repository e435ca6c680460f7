import { randomBytes } from 'node:crypto';
import { linkSync, renameSync, rmSync, writeFileSync } from 'node:fs';

type WriteOptions = {
  /** Whether the content is on the disk before the file has its name. */
  readonly flush?: boolean;
};

/**
 * Writes to a file of a name that nobody else uses, and puts that in its place. Processes of several containers may
 * have one id, so it is not in the name.
 */
const writeAndPlace = (
  file: string,
  content: object,
  { flush = false }: WriteOptions,
  place: (unfinished: string) => void,
): void => {
  const unfinished = `${file}.${randomBytes(8).toString('hex')}`;
  try {
    writeFileSync(unfinished, `${JSON.stringify(content, null, 2)}\n`, { flag: 'wx', flush, mode: 0o600 });
    place(unfinished);
  } finally {
    rmSync(unfinished, { force: true });
  }
};

/** Writes a file atomically, readable by its owner only. Throws the error of the system. */
export const writeForOwner = (file: string, content: object, options: WriteOptions = {}): void =>
  writeAndPlace(file, content, options, (unfinished) => renameSync(unfinished, file));

/** The same for a file that must not exist: of several writers one succeeds, and the others get `EEXIST`. */
export const createForOwner = (file: string, content: object): void =>
  writeAndPlace(file, content, { flush: true }, (unfinished) => linkSync(unfinished, file));
