import { randomUUID } from 'node:crypto';
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { E, type Either } from '@portcullis/domain';
import { type DataKeyList, dataKeysRule, parseDataKeys } from './codecs/keyring.ts';
import { errorWord, readTextFile } from './text-file.ts';

/** The fault of a text that is no keyring, in the words of an operator; the text itself is not repeated. */
const faultOf = (text: string): string => {
  if (/["'`]/.test(text)) return 'must be a file of keys without quotes';
  return `must be a file of ${dataKeysRule}`;
};

/** The keys of a file, which may end with a line feed; `null` where there is none. Left is the rule that it breaks. */
export const readKeyFile = (file: string): Either<string, DataKeyList | null> => {
  try {
    const { mode } = statSync(file);
    if ((mode & 0o077) !== 0) return E.left('must be a file that its owner alone can read or write: chmod 600');
    const text = readTextFile(file);
    const keys = parseDataKeys(text);
    return keys === undefined ? E.left(faultOf(text)) : E.right(keys);
  } catch (cause) {
    return errorWord(cause) === 'ENOENT'
      ? E.right(null)
      : E.left(`must be a file that the service can read (${errorWord(cause)})`);
  }
};

/** Whether a file can be made, and its folder where that is missing. */
export const canMakeKeyFile = (file: string): boolean => {
  let folder = dirname(file);
  while (!existsSync(folder)) folder = dirname(folder);
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

const textOf = (keys: DataKeyList): string =>
  `${keys.map(({ id, key }) => `${id}:${Buffer.from(key).toString('base64')}`).join(',')}\n`;

const syncFolder = (folder: string): void => {
  const opened = openSync(folder, 'r');
  fsyncSync(opened);
  closeSync(opened);
};

const writeNew = (file: string, text: string): void => {
  const opened = openSync(file, 'wx', 0o600);
  writeSync(opened, text);
  fsyncSync(opened);
  closeSync(opened);
};

/** Removes what a start has left that was killed while it made the file. */
const removeLeftovers = (file: string): void => {
  const folder = dirname(file);
  const name = `${basename(file)}.`;
  for (const found of readdirSync(folder)) {
    if (found.startsWith(name) && found.endsWith('.new')) rmSync(join(folder, found), { force: true });
  }
};

/**
 * Makes the file of these keys, which are on the disk when it returns. It has its name only when it is whole, and never
 * takes the place of another one: of several starts one succeeds, and left says why this one does not.
 */
export const makeKeyFile = (file: string, keys: DataKeyList): Either<string, void> => {
  const folder = dirname(file);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const made = `${file}.${randomUUID()}.new`;
    writeNew(made, textOf(keys));
    linkSync(made, file);
    removeLeftovers(file);
    syncFolder(folder);
    syncFolder(dirname(folder));
    return E.right(undefined);
  } catch (cause) {
    if (!existsSync(file)) return E.left(`the file of the data keys cannot be made (${errorWord(cause)}).`);
    removeLeftovers(file);
    // Another request of this start may have made it.
    return readTextFile(file) === textOf(keys)
      ? E.right(undefined)
      : E.left('another start has made the file of the data keys meanwhile.');
  }
};
