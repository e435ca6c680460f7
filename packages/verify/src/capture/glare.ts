import { type Grey, medianOf } from './grey.ts';

/** The brightness from which on nothing can be seen any more. */
const saturated = 250;
/** How much brighter a reflection is than the document: white paper is no reflection. */
const aboveDocument = 40;

/** The number of pixels in the patch that a pixel belongs to; its pixels are marked as seen. */
const patchSize = (start: number, isBright: (at: number) => boolean, seen: Uint8Array, width: number): number => {
  const open = [start];
  seen[start] = 1;
  let size = 0;
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    size += 1;
    const column = at % width;
    const near = [at - width, at + width, ...(column > 0 ? [at - 1] : []), ...(column < width - 1 ? [at + 1] : [])];
    for (const next of near)
      if (seen[next] === 0 && isBright(next)) {
        seen[next] = 1;
        open.push(next);
      }
  }
  return size;
};

/** The share (0 to 1) of the largest connected patch in which a reflection hides what is printed. */
export const glareOf = (grey: Grey): number => {
  const { values, width } = grey;
  const limit = Math.max(saturated, medianOf(grey) + aboveDocument);
  const isBright = (at: number): boolean => (values[at] ?? 0) >= limit;
  const seen = new Uint8Array(values.length);
  let largest = 0;
  for (let at = 0; at < values.length; at += 1)
    if (seen[at] === 0 && isBright(at)) largest = Math.max(largest, patchSize(at, isBright, seen, width));
  return largest / values.length;
};
