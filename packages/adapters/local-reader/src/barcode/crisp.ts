import type { GreyImage } from '../picture/grey-image.ts';
import { integralOf } from '../picture/ink.ts';

/** Half the side of the square whose mean counts as the blurred picture, and how much of what it lost is added. */
const radius = 4;
const amount = 2;

/** The levels that so much of the picture is darker and lighter than are made black and white. */
const share = 0.1;

/** A function that spreads the levels of a picture over the whole range. */
const spreadOf = (data: Uint8Array): ((level: number) => number) => {
  const counts = new Uint32Array(256);
  for (const level of data) counts[level] = (counts[level] ?? 0) + 1;
  const below = (part: number): number => {
    let seen = 0;
    return counts.findIndex((count) => {
      seen += count;
      return seen >= part * data.length;
    });
  };
  const ink = below(share);
  const range = Math.max(1, below(1 - share) - ink);
  return (level) => ((level - ink) * 255) / range;
};

/**
 * The picture with its levels spread from black to white, and its edges made steeper (unsharp masking). Bars that run into
 * each other for want of focus come apart so far that the middle of all levels lies between them again.
 */
export const crisp = (image: GreyImage): GreyImage => {
  const { data, height, width } = image;
  const sums = integralOf(image);
  const spread = spreadOf(data);
  const out = new Uint8ClampedArray(data.length);
  for (let y = 0; y < height; y += 1) {
    const [top, bottom] = [Math.max(0, y - radius), Math.min(height, y + radius + 1)];
    for (let x = 0; x < width; x += 1) {
      const [left, right] = [Math.max(0, x - radius), Math.min(width, x + radius + 1)];
      const sum =
        (sums[bottom * (width + 1) + right] ?? 0) -
        (sums[top * (width + 1) + right] ?? 0) -
        (sums[bottom * (width + 1) + left] ?? 0) +
        (sums[top * (width + 1) + left] ?? 0);
      const level = data[y * width + x] ?? 0;
      out[y * width + x] = spread(level + amount * (level - sum / ((bottom - top) * (right - left))));
    }
  }
  return { data: new Uint8Array(out.buffer), width, height };
};
