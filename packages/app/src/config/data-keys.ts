import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { E, type Either } from '@portcullis/domain';
import type { DataKeyList } from './codecs/keyring.ts';
import { namesPostgres } from './codecs/values.ts';
import { canMakeKeyFile, readKeyFile } from './key-file.ts';

/** The keys for data at rest, and where they are kept. */
export type ConfiguredKeys = {
  readonly keys: DataKeyList;
  /** The file that has them; `null` where they are in `DATA_KEYS`. */
  readonly file: string | null;
  /** Whether they were made now, and are in no file yet. */
  readonly areNew: boolean;
};

type KeyVariables = {
  readonly DATABASE_URL: string;
  readonly DATA_KEYS?: DataKeyList | undefined;
  readonly DATA_KEYS_FILE?: string | undefined;
};

type KeyFault = { readonly name: 'DATA_KEYS' | 'DATA_KEYS_FILE'; readonly rule: string };

/** The file of the keys where no other one is named. */
const defaultFile = (): string => resolve('.portcullis/data-keys');

const isSame = (some: DataKeyList, others: DataKeyList): boolean =>
  some.length === others.length &&
  some.every(({ id, key }, n) => others[n]?.id === id && Buffer.from(key).equals(others[n].key));

const fault = (name: KeyFault['name'], rule: string): Either<KeyFault, never> => E.left({ name, rule });

/** Its id names it in the database, so that keys that were made apart from each other are told apart. */
const newKeys = (): DataKeyList => [
  { id: `made-${randomBytes(4).toString('hex')}`, key: new Uint8Array(randomBytes(32)) },
];

const keysOfVariable = (keys: DataKeyList, file: string | undefined): Either<KeyFault, ConfiguredKeys> => {
  const read = file === undefined ? E.right(null) : readKeyFile(file);
  if (E.isLeft(read)) return fault('DATA_KEYS_FILE', read.left);
  return read.right === null || isSame(keys, read.right)
    ? E.right({ keys, file: null, areNew: false })
    : fault('DATA_KEYS_FILE', 'must not be a file of other keys than those of DATA_KEYS: remove the wrong ones');
};

/**
 * The keys of `DATA_KEYS`, or else those of the key file. Where there is none, `mayMake` says whether it makes a key
 * for it, as the first start of a service does. The instances of a PostgreSQL would each make their own.
 */
export const obtainDataKeys = (
  { DATABASE_URL: url, DATA_KEYS: keys, DATA_KEYS_FILE: named }: KeyVariables,
  mayMake: boolean,
): Either<KeyFault, ConfiguredKeys> => {
  if (keys !== undefined) return keysOfVariable(keys, named);
  if (namesPostgres(url)) return fault('DATA_KEYS', 'must be set where DATABASE_URL names a PostgreSQL');
  const file = named ?? defaultFile();
  const read = readKeyFile(file);
  if (E.isLeft(read)) return fault('DATA_KEYS_FILE', read.left);
  if (read.right !== null) return E.right({ keys: read.right, file, areNew: false });
  if (!mayMake)
    return fault('DATA_KEYS', 'must be set, because there is no key file yet: the first start of the service makes it');
  return canMakeKeyFile(file)
    ? E.right({ keys: newKeys(), file, areNew: true })
    : fault('DATA_KEYS_FILE', 'must be in a folder to which the service can write, unless DATA_KEYS is set');
};
