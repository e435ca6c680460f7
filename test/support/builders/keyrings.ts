import { createHash } from 'node:crypto';
import { type Keyring, type KeyringKey, keyringOf } from '@portcullis/record-store';

/** A key of a test's keyring, the same for the same words; `other:a` is another key under the name `a`. */
export const aKey = (words: string): KeyringKey => ({
  id: words.split(':').at(-1) ?? words,
  key: new Uint8Array(createHash('sha256').update(`a key of a test: ${words}`).digest()),
});

/** A keyring of these keys, of which the first one wraps. */
export const aKeyring = (...words: readonly string[]): Keyring => {
  const keyring = keyringOf(words.map(aKey));
  if (keyring === null) throw new Error('a keyring has a key');
  return keyring;
};

/** The same keys as `DATA_KEYS` has them. */
export const dataKeysText = (...words: readonly string[]): string =>
  words
    .map(aKey)
    .map(({ id, key }) => `${id}:${Buffer.from(key).toString('base64')}`)
    .join(',');

/** The keyring of a service that is run as in production, and the variable that gives it one. */
export const keyringInProduction: Keyring = aKeyring('production');
export const sealedAsInProduction = { DATA_KEYS: dataKeysText('production') };
