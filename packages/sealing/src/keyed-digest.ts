import { createHmac } from 'node:crypto';
import type { Place } from './envelope.ts';

/** HMAC-SHA-256 (RFC 2104) of a list of texts, in lower-case hex: only the holder of the key can compute it again. */
export const keyedDigest = (key: Uint8Array, words: Place): string =>
  createHmac('sha256', key).update(JSON.stringify(words)).digest('hex');
