import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/**
 * What is sealed, and whose it is: the collection, the row and the column, for instance. It is not kept in the envelope, and
 * opens it only when it is given again as it was.
 */
export type Place = readonly string[];

/** The form of an envelope: this byte, 12 bytes of nonce, 16 of tag, and the ciphertext, which is as long as the text. */
const version = 1;
const cipher = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;
const headBytes = 1 + nonceBytes + tagBytes;

/** How much longer an envelope is than what is in it. */
export const envelopeBytes = headBytes;

/** JSON of a list of texts: two places never become one text, wherever their words begin and end. */
const bound = (place: Place): Buffer => Buffer.from(JSON.stringify(['portcullis', version, ...place]), 'utf8');

/**
 * Seals bytes with AES-256-GCM (NIST SP 800-38D) under a key of 32 bytes, a random nonce of 96 bits and a tag of 128. With
 * random nonces a key is good for 2^32 envelopes (section 8.3), each of less than 2^36 bytes (section 5.2.1.1).
 */
export const seal = (key: Uint8Array, place: Place, bytes: Uint8Array): Uint8Array => {
  const nonce = randomBytes(nonceBytes);
  const sealing = createCipheriv(cipher, key, nonce, { authTagLength: tagBytes });
  sealing.setAAD(bound(place));
  const sealed = Buffer.concat([sealing.update(bytes), sealing.final()]);
  return Buffer.concat([Uint8Array.of(version), nonce, sealing.getAuthTag(), sealed]);
};

/** What was sealed; `null` under another key, in another place, and after any change. Never other bytes. */
export const open = (key: Uint8Array, place: Place, envelope: Uint8Array): Uint8Array | null => {
  if (envelope.length < headBytes || envelope[0] !== version) return null;
  const nonce = envelope.subarray(1, 1 + nonceBytes);
  const opening = createDecipheriv(cipher, key, nonce, { authTagLength: tagBytes });
  opening.setAAD(bound(place));
  opening.setAuthTag(envelope.subarray(1 + nonceBytes, headBytes));
  const bytes = opening.update(envelope.subarray(headBytes));
  try {
    return Buffer.concat([bytes, opening.final()]);
  } catch {
    // The tag does not fit; what was deciphered until then is not looked at.
    return null;
  }
};
