import { open, type Place, seal } from './envelope.ts';

/** By this a sealed text is told from one in clear; no JSON, no percent-encoded text and no hexadecimal begins so. */
const mark = 'sealed:';

/** Whether a text has the form of a sealed one. */
export const isSealedText = (text: string): boolean => text.startsWith(mark);

/** Bytes as a sealed text, which goes into every column that takes text. */
export const sealBytes = (key: Uint8Array, place: Place, bytes: Uint8Array): string =>
  mark + Buffer.from(seal(key, place, bytes)).toString('base64');

/** The bytes of a sealed text; `null` as `open`, and for a text of another form. */
export const openBytes = (key: Uint8Array, place: Place, sealed: string): Uint8Array | null => {
  if (!isSealedText(sealed)) return null;
  const encoded = sealed.slice(mark.length);
  const envelope = Buffer.from(encoded, 'base64');
  // One text for one envelope: the decoder passes over what is no base64, which would be a change that nobody sees.
  return envelope.toString('base64') === encoded ? open(key, place, envelope) : null;
};

/** A text as a sealed one. A lone surrogate is no text, and becomes U+FFFD. */
export const sealText = (key: Uint8Array, place: Place, text: string): string =>
  sealBytes(key, place, Buffer.from(text, 'utf8'));

export const openText = (key: Uint8Array, place: Place, sealed: string): string | null => {
  const bytes = openBytes(key, place, sealed);
  return bytes === null ? null : Buffer.from(bytes).toString('utf8');
};
