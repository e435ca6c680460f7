import type { EncodeParams } from './jpeg.ts';

/** The bytes that any JPEG has beside its picture. */
const headerBytes = 1024;

/**
 * The share of its bytes to which a picture has to be reduced, with a small margin. It is 0 when nothing is small
 * enough.
 */
export const sizeShareFor = (bytes: number, maxBytes: number): number =>
  Math.max(0, 0.95 * (maxBytes - headerBytes)) / bytes;

/** Chooses the next size and quality from the number of bytes of the previous encoding. */
export type NextParams = (before: EncodeParams, bytes: number) => EncodeParams;

/**
 * Encodes with the first parameters and, while the result is too large, with those that the next function chooses. A
 * search would be expensive for exactly the pictures that are the most expensive. Returns `null` when the last encoding
 * is still too large.
 */
export const encodeWithin = async (
  encode: (params: EncodeParams) => Promise<Uint8Array>,
  maxBytes: number,
  first: EncodeParams,
  steps: readonly NextParams[],
): Promise<Uint8Array | null> => {
  let params = first;
  let encoded = await encode(params);
  for (const guess of steps) {
    if (encoded.length <= maxBytes) return encoded;
    params = guess(params, encoded.length);
    encoded = await encode(params);
  }
  return encoded.length <= maxBytes ? encoded : null;
};
