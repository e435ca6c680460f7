import type { IdGenerator } from '@portcullis/domain';

/** Fills an array with random bytes, as `crypto.getRandomValues` does. */
export type FillRandom = (bytes: Uint8Array) => Uint8Array;

const alphabet = 'abcdefghijklmnopqrstuvwxyz0123456789';
/**
 * The largest multiple of 36 that fits into a byte. Bytes from here on are discarded, so that every character is
 * equally likely.
 */
const unbiasedLimit = 252;

/**
 * Creates ids from a source of randomness that the caller provides, because this package is independent of the
 * platform. The ids are unpredictable exactly when the source is: pass `(bytes) => crypto.getRandomValues(bytes)`
 * outside tests.
 */
export const randomIds = (fill: FillRandom): IdGenerator => ({
  id: () => {
    let id = '';
    while (id.length < 15) {
      for (const byte of fill(new Uint8Array(24))) {
        if (byte < unbiasedLimit && id.length < 15) id += alphabet.charAt(byte % alphabet.length);
      }
    }
    return id;
  },
  salt: () => Array.from(fill(new Uint8Array(32)), (byte) => byte.toString(16).padStart(2, '0')).join(''),
});
