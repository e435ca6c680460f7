import { createHmac, randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { E, type Either } from '@portcullis/domain';
import { type CommandResult, failed } from '../command/command-result.ts';
import { errorWord } from '../command/error-word.ts';

/** 24 to 64 bytes in base64, as Standard Webhooks has it. */
const isSecret = (text: string): boolean =>
  /^whsec_[A-Za-z0-9+/]+={0,2}$/.test(text) && /^(2[4-9]|[345]\d|6[0-4])$/.test(String(keyOf(text).length));

const keyOf = (secret: string): Buffer => Buffer.from(secret.slice('whsec_'.length), 'base64');

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
    const text = readFileSync(file, 'utf8').trim();
    chmodSync(file, 0o600);
    return isSecret(text)
      ? E.right(text)
      : failed(1, `${file} has no signing secret (whsec_ and 24 to 64 bytes in base64). Remove it to get a new one.`);
  } catch (cause) {
    const code = errorWord(cause);
    return code === 'ENOENT' ? makeSecret(file) : failed(1, `The signing secret ${file} cannot be read (${code}).`);
  }
};

/** What is signed: the id and the time of a message (seconds since 1970), and its body as it is sent. */
type Message = { readonly id: string; readonly timestamp: number; readonly body: string };

/** The headers by which a receiver verifies a message: Standard Webhooks 1.0.0, with the symmetric signature `v1`. */
export const signatureHeaders = (
  secret: string,
  { body, id, timestamp }: Message,
): Readonly<Record<string, string>> => ({
  'webhook-id': id,
  'webhook-timestamp': String(timestamp),
  'webhook-signature': `v1,${createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.${body}`).digest('base64')}`,
});
