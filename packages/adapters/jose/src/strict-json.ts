import { E } from '@portcullis/domain';
import { parseStrictJson } from '@portcullis/domain/kernel';

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

const decodeUtf8 = (bytes: Uint8Array): string | null => {
  try {
    return utf8.decode(bytes);
  } catch {
    return null;
  }
};

/**
 * Parses UTF-8 bytes as one JSON object, or returns `null`. Duplicate member names are rejected (RFC 7515, section 4
 * leaves them to the parser): otherwise two readers of one token could see two different claims.
 */
export const parseJsonObject = (bytes: Uint8Array): object | null => {
  const text = decodeUtf8(bytes);
  if (text === null) return null;
  const json = parseStrictJson(text, { forbidden: ['repeated_key'] });
  if (E.isLeft(json)) return null;
  const value = json.right;
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null;
};
