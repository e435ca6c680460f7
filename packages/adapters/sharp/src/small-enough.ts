import type { Shape } from './jpeg.ts';

/** What any JPEG has beside its picture. */
const bytesOfHead = 1024;

/** The part of its bytes that a picture has to be brought to, with a little room left; 0 where nothing is small enough. */
export const partOf = (bytes: number, maxBytes: number): number => Math.max(0, 0.95 * (maxBytes - bytesOfHead)) / bytes;

/** Tells the next shape from how many bytes the one before has come to. */
export type Guess = (before: Shape, bytes: number) => Shape;

/**
 * Encodes in the first shape, and while that is too many bytes, in the next one that is guessed: a search would be dear
 * just for the pictures that are the dearest. `null` where the last guess is still too large.
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
