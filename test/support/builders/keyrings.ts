import { createHash } from 'node:crypto';
import { type Keyring, keyringOf } from '@portcullis/record-store';
import type { KeyringKey } from '#record-store/encryption/keyring';

/** A key of a test keyring, the same for the same words; `other:a` is another key with the id `a`. */
export const aKey = (words: string): KeyringKey => ({
  id: words.split(':').at(-1) ?? words,
  key: new Uint8Array(createHash('sha256').update(`a key of a test: ${words}`).digest()),
});

/** A keyring of these keys; the first one is primary. */
export const aKeyring = (first = 'a', ...others: readonly string[]): Keyring =>
  keyringOf([aKey(first), ...others.map(aKey)]);

/** Answers the same keys in the format of `DATA_KEYS`. */
export const dataKeysText = (first = 'a', ...others: readonly string[]): string =>
  [first, ...others]
    .map(aKey)
    .map(({ id, key }) => `${id}:${Buffer.from(key).toString('base64')}`)
    .join(',');

/** The keyring that a text in the format of `DATA_KEYS` describes. */
export const keyringFrom = (text: string): Keyring => {
  const [first = aKey('none'), ...others] = text.split(',').map((pair) => {
    const [id = '', key = ''] = pair.split(':');
    return { id, key: Uint8Array.from(Buffer.from(key, 'base64')) };
  });
  return keyringOf([first, ...others]);
};

/** The keyring of a service that runs as in production, and the variable that configures it. */
export const keyringInProduction: Keyring = aKeyring('production');
export const sealedAsInProduction = { DATA_KEYS: dataKeysText('production') };
