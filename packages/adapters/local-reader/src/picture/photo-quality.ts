import type { GreyImage } from './grey-image.ts';
import { percentile } from './histogram.ts';

/**
 * The measurements of a photo that need no reading. `acutance` is the steepness of its steepest edges, 0 to 1: the
 * share of the range from ink to paper that is crossed within two pixels. `glare` is the share of pixels that are
 * saturated to white.
 */
export type PhotoQuality = { readonly acutance: number; readonly glare: number };

/** The rounded root of each number up to the largest sum of the squares of two differences of levels. */
const roots = Uint16Array.from({ length: 2 * 255 ** 2 + 1 }, (_, square) => Math.round(Math.sqrt(square)));

/**
 * Measures a picture that is about 1000 pixels wide, so that the size of the photo and the noise of the camera have
 * little influence.
 */
export const measurePhoto = ({ data, width, height }: GreyImage): PhotoQuality => {
  const levels = new Uint32Array(256);
  const steps = new Uint32Array(512);
  for (let y = 1; y < height - 1; y += 1) {
    for (let x = 1; x < width - 1; x += 1) {
      const at = y * width + x;
      const level = data[at] ?? 0;
      levels[level] = (levels[level] ?? 0) + 1;
      const across = (data[at + 1] ?? 0) - (data[at - 1] ?? 0);
      const down = (data[at + width] ?? 0) - (data[at - width] ?? 0);
      const step = roots[across * across + down * down] ?? 0;
      steps[step] = (steps[step] ?? 0) + 1;
    }
  }
  const range = percentile(levels, 0.995) - percentile(levels, 0.005);
  const burnt = levels.slice(254).reduce((sum, count) => sum + count, 0);
  return { acutance: range > 0 ? percentile(steps, 0.995) / range : 0, glare: burnt / Math.max(1, width * height) };
};
