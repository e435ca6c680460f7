import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import canonicalize from 'canonicalize';

/** SHA-256 (FIPS 180-4) as 64 lower-case hex characters. */
export const sha256Hex = (bytes: Uint8Array): string => bytesToHex(sha256(bytes));

/** SHA-256 over the UTF-8 bytes of a text. */
export const sha256OfText = (text: string): string => sha256Hex(utf8ToBytes(text));

/** The canonical JSON of a value (RFC 8785): one value has one text, whatever the order of its keys. */
export const canonicalJson = (value: unknown): string => {
  const json = canonicalize(value);
  if (json === undefined) throw new TypeError('a value without a JSON form was to be hashed');
  return json;
};

/** SHA-256 over the canonical JSON of a value. */
export const canonicalDigest = (value: unknown): string => sha256OfText(canonicalJson(value));

/** Personal data enters the ledger as this digest, which means nothing once the profile's salt is destroyed. */
export const saltedDigest = (salt: string, value: unknown): string => canonicalDigest({ salt, value });

/** Derives an id of 15 characters a-z0-9 from a name: the same name always gives the same id. */
export const deterministicId = (name: string): string =>
  BigInt(`0x${sha256OfText(name)}`)
    .toString(36)
    .padStart(50, '0')
    .slice(-15);
