import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { decode, E, t } from '@portcullis/domain';
import { refusal } from './refusal.ts';

const Kept = t.intersection([
  t.type({
    database_email: t.string,
    database_password: t.string,
    jwt_secret: t.string,
    client_id: t.string,
    client_secret: t.string,
  }),
  // Sandboxes of earlier releases have none.
  t.partial({ data_keys: t.string }),
]);

/** What a sandbox keeps from one start to the next, beside its data. `data_keys` in the form of `DATA_KEYS`. */
export type Secrets = Required<t.TypeOf<typeof Kept>>;

/** Hex, because it is also an argument of a command, which takes a leading dash for an option. */
const random = (): string => randomBytes(32).toString('hex');

const newDataKeys = (): string => `sandbox:${randomBytes(32).toString('base64')}`;

const fresh = (): Secrets => ({
  database_email: 'sandbox@example.com',
  database_password: random(),
  jwt_secret: random(),
  client_id: `sandbox-${randomBytes(4).toString('hex')}`,
  client_secret: random(),
  data_keys: newDataKeys(),
});

/** Writes a file whole or not at all, for its owner alone. */
export const writePrivately = (file: string, content: object): void => {
  const unfinished = `${file}.${process.pid}`;
  writeFileSync(unfinished, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
  renameSync(unfinished, file);
};

/** Makes the folder when it is missing, for its owner alone. */
export const openFolder = (folder: string): void => {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** The secrets of this folder; made at the first start. Refuses a file that it cannot read rather than losing the data behind it. */
export const secretsIn = (folder: string): Secrets => {
  const file = join(folder, 'secrets.json');
  if (!existsSync(file)) {
    const made = fresh();
    writePrivately(file, made);
    return made;
  }
  const known = decode(Kept, parsed(readFileSync(file, 'utf8')));
  if (E.isLeft(known)) throw refusal(`${file} is damaged. Delete the folder ${folder} to begin with a new sandbox.`);
  chmodSync(file, 0o600);
  const { data_keys = newDataKeys(), ...others } = known.right;
  const secrets = { ...others, data_keys };
  if (known.right.data_keys === undefined) writePrivately(file, secrets);
  return secrets;
};
