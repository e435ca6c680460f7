import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/**
 * The encryption context: what is sealed and to whom it belongs, for example the collection, the row and the column. It
 * is authenticated and not stored in the envelope, and an envelope opens only with exactly the same context.
 */
export type Place = readonly string[];

/**
 * The format of an envelope: this byte, 12 bytes of nonce, 16 of tag, and the ciphertext, which is as long as the
 * plaintext.
 */
const version = 1;
const cipher = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;
const headBytes = 1 + nonceBytes + tagBytes;

/** How much longer an envelope is than its plaintext. */
export const envelopeBytes = headBytes;

/**
 * The additional authenticated data: JSON of a list of texts. Two different contexts never become the same text,
 * wherever their parts begin and end.
 */
const bound = (place: Place): Buffer => Buffer.from(JSON.stringify(['portcullis', version, ...place]), 'utf8');

/**
 * Seals bytes with AES-256-GCM (NIST SP 800-38D) under a key of 32 bytes, with a random nonce of 96 bits and a tag of
 * 128. With random nonces a key is good for 2^32 envelopes (section 8.3), each of less than 2^36 bytes (section
 * 5.2.1.1).
 */
export const seal = (key: Uint8Array, place: Place, bytes: Uint8Array): Uint8Array => {
  const nonce = randomBytes(nonceBytes);
  const sealing = createCipheriv(cipher, key, nonce, { authTagLength: tagBytes });
  sealing.setAAD(bound(place));
  const sealed = Buffer.concat([sealing.update(bytes), sealing.final()]);
  return Buffer.concat([Uint8Array.of(version), nonce, sealing.getAuthTag(), sealed]);
};

/**
 * Opens an envelope; `null` under another key, with another context, and after any change. It never returns other
 * bytes.
 */
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
    // The tag does not match; what was decrypted until then is discarded.
    return null;
  }
};
