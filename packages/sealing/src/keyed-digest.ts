import { createHmac } from 'node:crypto';
import type { Place } from './envelope.ts';

/** HMAC-SHA-256 (RFC 2104) of a place's text in lower-case hex: found again by who has the key, and by nobody else. */
export const keyedDigest = (key: Uint8Array, words: Place): string =>
  createHmac('sha256', key).update(JSON.stringify(words)).digest('hex');
