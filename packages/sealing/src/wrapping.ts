import { hkdfSync, randomBytes } from 'node:crypto';
import type { Place } from './envelope.ts';
import type { Keyring } from './keyring.ts';
import { openBytes, sealBytes } from './texts.ts';

const keyBytes = 32;

/** A key that was wrapped: under which one of the keyring, and the sealed text. */
export type WrappedKey = { readonly keyId: string; readonly wrapped: string };

/** Why a key could not be unwrapped: the keyring does not have that key, or it has another one under the name. */
export type UnwrapFault = { readonly _tag: 'UnknownKey' | 'NotThisKey'; readonly keyId: string };

/** 32 random bytes. */
export const newKey = (): Uint8Array => randomBytes(keyBytes);

/** Wraps a key under the first of the keyring. The id of that one is bound as well. */
export const wrapKey = ({ first }: Keyring, place: Place, key: Uint8Array): WrappedKey => ({
  keyId: first.id,
  wrapped: sealBytes(first.key, [...place, first.id], key),
});

/** The key as it was, or why there is none. */
export const unwrapKey = (keyring: Keyring, place: Place, { keyId, wrapped }: WrappedKey): Uint8Array | UnwrapFault => {
  const wrapping = keyring.find(keyId);
  if (wrapping === undefined) return { _tag: 'UnknownKey', keyId };
  const key = openBytes(wrapping, [...place, keyId], wrapped);
  return key?.length === keyBytes ? key : { _tag: 'NotThisKey', keyId };
};

/** A key of its own for a place, by HKDF-SHA-256 (RFC 5869): the same one each time, and nothing of `key` is in it. */
export const derivedKey = (key: Uint8Array, place: Place): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', key, '', JSON.stringify(['portcullis', ...place]), keyBytes));
