import { allDefined, textCodec } from './values.ts';

/** One key of the keyring: `id` is stored beside the data that it encrypted. */
export type DataKey = { readonly id: string; readonly key: Uint8Array };

const parseDataKey = (text: string): DataKey | undefined => {
  const [, id, encoded] = /^([A-Za-z0-9_-]{1,32}):([A-Za-z0-9+/]{43}=)$/.exec(text.trim()) ?? [];
  const key = encoded === undefined ? undefined : Buffer.from(encoded, 'base64');
  return id !== undefined && key?.toString('base64') === encoded && key?.length === 32
    ? { id, key: Uint8Array.from(key) }
    : undefined;
};

/** The keyring for data at rest: the first key encrypts, and every key decrypts. */
export type DataKeyList = readonly [DataKey, ...DataKey[]];

/** The rule of a keyring, for an operator. */
export const dataKeysRule = 'keys of the form id:base64 of 32 random bytes, separated by commas, each id once';

/** The keyring that a text has. */
export const parseDataKeys = (text: string): DataKeyList | undefined => {
  const [first, ...others] = allDefined(text.split(',').map(parseDataKey)) ?? [];
  if (first === undefined) return undefined;
  const keys: DataKeyList = [first, ...others];
  return new Set(keys.map(({ id }) => id)).size === keys.length ? keys : undefined;
};

export const DataKeys = textCodec(dataKeysRule, parseDataKeys);
