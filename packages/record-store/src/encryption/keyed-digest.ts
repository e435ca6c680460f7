import { createHmac } from 'node:crypto';
import type { EncryptionContext } from './envelope.ts';

/** HMAC-SHA-256 (RFC 2104) of a list of texts, in lower-case hex: only the holder of the key can compute it again. */
export const keyedDigest = (key: Uint8Array, parts: EncryptionContext): string =>
  createHmac('sha256', key).update(JSON.stringify(parts)).digest('hex');
