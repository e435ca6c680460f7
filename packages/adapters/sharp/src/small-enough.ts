import type { Shape } from './jpeg.ts';

/** The bytes that any JPEG has beside its picture. */
const bytesOfHead = 1024;

/**
 * The share of its bytes to which a picture has to be reduced, with a small margin. It is 0 when nothing is small
 * enough.
 */
export const partOf = (bytes: number, maxBytes: number): number => Math.max(0, 0.95 * (maxBytes - bytesOfHead)) / bytes;

/** Chooses the next size and quality from the number of bytes of the previous encoding. */
export type Guess = (before: Shape, bytes: number) => Shape;

/**
 * Encodes with the first parameters and, while the result is too large, with those that the next function chooses. A
 * search would be expensive for exactly the pictures that are the most expensive. Returns `null` when the last encoding
 * is still too large.
 */
export const smallEnough = async (
  encode: (shape: Shape) => Promise<Uint8Array>,
  maxBytes: number,
  first: Shape,
  guesses: readonly Guess[],
): Promise<Uint8Array | null> => {
  let shape = first;
  let encoded = await encode(shape);
  for (const guess of guesses) {
    if (encoded.length <= maxBytes) return encoded;
    shape = guess(shape, encoded.length);
    encoded = await encode(shape);
  }
  return encoded.length <= maxBytes ? encoded : null;
};
