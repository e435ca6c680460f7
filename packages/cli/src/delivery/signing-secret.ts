import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { errorWord, readTextFile } from '@portcullis/app/configuration';
import { E, type Either } from '@portcullis/domain';
import { type CommandResult, failed } from '../command/command-result.ts';
import { parsePath } from '../command/values.ts';

/** The option for the file of positions, which is in the folder in which the command is called. */
export const cursorFileOption = [
  '--cursor-file <file>',
  'keeps how far it has come, and beside it (.secret) the signing secret',
  parsePath,
  '.portcullis/listen.json',
] as const;

/** Where the signing secret is kept that goes with a cursor file. */
export const secretFileBeside = (cursorFile: string): string => `${cursorFile}.secret`;

/** 24 to 64 bytes in base64, as Standard Webhooks has it. */
const isSecret = (text: string): boolean => {
  const [, base64 = ''] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(text) ?? [];
  const { length } = Buffer.from(base64, 'base64');
  return length >= 24 && length <= 64;
};

const makeSecret = (file: string): Either<CommandResult, string> => {
  const secret = `whsec_${randomBytes(32).toString('base64')}`;
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(file, `${secret}\n`, { mode: 0o600, flag: 'wx' });
    return E.right(secret);
  } catch (cause) {
    return failed(1, `The signing secret cannot be written to ${file} (${errorWord(cause)}).`);
  }
};

/** Reads the signing secret of a file, or makes one there at the first time. Only the owner may read the file. */
export const loadSigningSecret = (file: string): Either<CommandResult, string> => {
  try {
    const text = readTextFile(file).trim();
    chmodSync(file, 0o600);
    return isSecret(text)
      ? E.right(text)
      : failed(1, `${file} has no signing secret (whsec_ and 24 to 64 bytes in base64). Remove it to get a new one.`);
  } catch (cause) {
    const code = errorWord(cause);
    return code === 'ENOENT' ? makeSecret(file) : failed(1, `The signing secret ${file} cannot be read (${code}).`);
  }
};
