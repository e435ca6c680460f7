import { integralImage } from '../picture/binarize.ts';
import type { GreyImage } from '../picture/grey-image.ts';
import { inkRangeOf } from '../picture/histogram.ts';

/** The radius of the box blur, and how much of the difference to the blurred picture is added. */
const radius = 4;
const amount = 2;

/** The share of the darkest pixels that become black, and of the lightest pixels that become white. */
const clippedShare = 0.1;

/**
 * Stretches the levels of the picture from black to white and sharpens its edges (unsharp masking). Bars that run into
 * each other in an unfocused picture are separated so far that the middle level lies between them again.
 */
export const sharpen = (image: GreyImage): GreyImage => {
  const { data, height, width } = image;
  const sums = integralImage(image);
  const { ink, range } = inkRangeOf(data, clippedShare, 1);
  const out = new Uint8ClampedArray(data.length);
  for (let y = 0; y < height; y += 1) {
    const top = Math.max(0, y - radius);
    const bottom = Math.min(height, y + radius + 1);
    const [above, below] = [top * (width + 1), bottom * (width + 1)];
    for (let x = 0; x < width; x += 1) {
      const left = Math.max(0, x - radius);
      const right = Math.min(width, x + radius + 1);
      const sum =
        (sums[below + right] ?? 0) - (sums[above + right] ?? 0) - (sums[below + left] ?? 0) + (sums[above + left] ?? 0);
      const level = data[y * width + x] ?? 0;
      const sharpened = level + amount * (level - sum / ((bottom - top) * (right - left)));
      out[y * width + x] = ((sharpened - ink) * 255) / range;
    }
  }
  return { data: new Uint8Array(out.buffer), width, height };
};
