import { createHash, hkdfSync, randomBytes } from 'node:crypto';
import type { EncryptionContext } from './envelope.ts';
import type { WrappingKeys } from './keyring.ts';
import { openBytes, sealBytes } from './sealed-text.ts';

const keyBytes = 32;
/** Node takes no longer info, such as one with the name of a partner may be: its digest stands for it. */
const maxInfoBytes = 1024;

/** A wrapped key: the sealed text, and the id of the key of the keyring that wraps it. */
export type WrappedKey = { readonly keyId: string; readonly wrapped: string };

/** Why a key could not be unwrapped: the keyring does not have that key, or it has another key under the id. */
export type UnwrapFailure = { readonly _tag: 'UnknownKey' | 'NotThisKey'; readonly keyId: string };

/** 32 random bytes. */
export const newKey = (): Uint8Array => randomBytes(keyBytes);

/** Wraps a key under the primary key of the keyring. Its id is part of the encryption context. */
export const wrapKey = ({ primary }: WrappingKeys, context: EncryptionContext, key: Uint8Array): WrappedKey => ({
  keyId: primary.id,
  wrapped: sealBytes(primary.key, [...context, primary.id], key),
});

/** Unwraps a key, or says why that is not possible. */
export const unwrapKey = (
  keyring: WrappingKeys,
  context: EncryptionContext,
  { keyId, wrapped }: WrappedKey,
): Uint8Array | UnwrapFailure => {
  const wrappingKey = keyring.find(keyId);
  if (wrappingKey === undefined) return { _tag: 'UnknownKey', keyId };
  const key = openBytes(wrappingKey, [...context, keyId], wrapped);
  return key?.length === keyBytes ? key : { _tag: 'NotThisKey', keyId };
};

/**
 * Derives a separate key for a context by HKDF-SHA-256 (RFC 5869): the same one each time, from which `key` cannot be
 * computed.
 */
export const deriveKey = (key: Uint8Array, context: EncryptionContext): Uint8Array => {
  const text = JSON.stringify(['portcullis', ...context]);
  const info = Buffer.byteLength(text) > maxInfoBytes ? createHash('sha256').update(text).digest() : text;
  return new Uint8Array(hkdfSync('sha256', key, '', info, keyBytes));
};
