import { hkdfSync, randomBytes } from 'node:crypto';
import type { Place } from './envelope.ts';
import type { Keyring } from './keyring.ts';
import { openBytes, sealBytes } from './texts.ts';

const keyBytes = 32;

/** A wrapped key: the sealed text, and the id of the key of the keyring that wraps it. */
export type WrappedKey = { readonly keyId: string; readonly wrapped: string };

/** Why a key could not be unwrapped: the keyring does not have that key, or it has another key under the id. */
export type UnwrapFault = { readonly _tag: 'UnknownKey' | 'NotThisKey'; readonly keyId: string };

/** 32 random bytes. */
export const newKey = (): Uint8Array => randomBytes(keyBytes);

/** Wraps a key under the primary key of the keyring. Its id is part of the encryption context. */
export const wrapKey = ({ first }: Keyring, place: Place, key: Uint8Array): WrappedKey => ({
  keyId: first.id,
  wrapped: sealBytes(first.key, [...place, first.id], key),
});

/** Unwraps a key, or tells why that is not possible. */
export const unwrapKey = (keyring: Keyring, place: Place, { keyId, wrapped }: WrappedKey): Uint8Array | UnwrapFault => {
  const wrapping = keyring.find(keyId);
  if (wrapping === undefined) return { _tag: 'UnknownKey', keyId };
  const key = openBytes(wrapping, [...place, keyId], wrapped);
  return key?.length === keyBytes ? key : { _tag: 'NotThisKey', keyId };
};

/**
 * Derives a separate key for a context by HKDF-SHA-256 (RFC 5869): the same one each time, from which `key` cannot be
 * computed.
 */
export const derivedKey = (key: Uint8Array, place: Place): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', key, '', JSON.stringify(['portcullis', ...place]), keyBytes));
