import { type EncryptionContext, open, seal } from './envelope.ts';

/**
 * The prefix that tells a sealed text from plaintext; no JSON, no percent-encoded text and no hexadecimal text begins
 * with it.
 */
const sealedPrefix = 'sealed:';

/** Whether a text has the form of a sealed text. */
export const isSealedText = (text: string): boolean => text.startsWith(sealedPrefix);

/** Seals bytes as a text, which fits into every column of type text. */
export const sealBytes = (key: Uint8Array, context: EncryptionContext, bytes: Uint8Array): string =>
  sealedPrefix + Buffer.from(seal(key, context, bytes)).toString('base64');

/** The bytes of a sealed text; `null` in the same cases as `open`, and for a text of another form. */
export const openBytes = (key: Uint8Array, context: EncryptionContext, sealed: string): Uint8Array | null => {
  if (!isSealedText(sealed)) return null;
  const encoded = sealed.slice(sealedPrefix.length);
  const envelope = Buffer.from(encoded, 'base64');
  // Each envelope has exactly one text: the decoder skips characters that are not base64, and so a change would go
  // unnoticed.
  return envelope.toString('base64') === encoded ? open(key, context, envelope) : null;
};

/** Seals a text. A lone surrogate is not valid text, and becomes U+FFFD. */
export const sealText = (key: Uint8Array, context: EncryptionContext, text: string): string =>
  sealBytes(key, context, Buffer.from(text, 'utf8'));

export const openText = (key: Uint8Array, context: EncryptionContext, sealed: string): string | null => {
  const bytes = openBytes(key, context, sealed);
  return bytes === null ? null : Buffer.from(bytes).toString('utf8');
};
