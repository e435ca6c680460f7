import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/**
 * The encryption context: what is sealed and to whom it belongs, for example the collection, the row and the column. It
 * is authenticated and not stored in the envelope, and an envelope opens only with exactly the same context.
 */
export type EncryptionContext = readonly string[];

/**
 * The format of an envelope: this byte, 12 bytes of nonce, 16 of tag, and the ciphertext, which is as long as the
 * plaintext.
 */
const formatVersion = 1;
const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;
const headerBytes = 1 + nonceBytes + tagBytes;

/** How much longer an envelope is than its plaintext. */
export const envelopeOverhead = headerBytes;

/**
 * The additional authenticated data: JSON of a list of texts. Two different contexts never become the same text,
 * wherever their parts begin and end.
 */
const additionalData = (context: EncryptionContext): Buffer =>
  Buffer.from(JSON.stringify(['portcullis', formatVersion, ...context]), 'utf8');

/**
 * Seals bytes with AES-256-GCM (NIST SP 800-38D) under a key of 32 bytes, with a random nonce of 96 bits and a tag of
 * 128. With random nonces a key is good for 2^32 envelopes (section 8.3), each of less than 2^36 bytes (section
 * 5.2.1.1).
 */
export const seal = (key: Uint8Array, context: EncryptionContext, bytes: Uint8Array): Uint8Array => {
  const nonce = randomBytes(nonceBytes);
  const encryptor = createCipheriv(algorithm, key, nonce, { authTagLength: tagBytes });
  encryptor.setAAD(additionalData(context));
  const ciphertext = Buffer.concat([encryptor.update(bytes), encryptor.final()]);
  return Buffer.concat([Uint8Array.of(formatVersion), nonce, encryptor.getAuthTag(), ciphertext]);
};

/**
 * Opens an envelope; `null` under another key, with another context, and after any change. It never returns other
 * bytes.
 */
export const open = (key: Uint8Array, context: EncryptionContext, envelope: Uint8Array): Uint8Array | null => {
  if (envelope.length < headerBytes || envelope[0] !== formatVersion) return null;
  const nonce = envelope.subarray(1, 1 + nonceBytes);
  const decryptor = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes });
  decryptor.setAAD(additionalData(context));
  decryptor.setAuthTag(envelope.subarray(1 + nonceBytes, headerBytes));
  const bytes = decryptor.update(envelope.subarray(headerBytes));
  try {
    return Buffer.concat([bytes, decryptor.final()]);
  } catch {
    // The tag does not match; the text that was decrypted until then is discarded.
    return null;
  }
};
