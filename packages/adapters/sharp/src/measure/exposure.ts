import type { Grid } from './grid.ts';
import { addToHistogram, percentile } from './histogram.ts';

const percentileOf = (levels: Uint8Array, share: number): number => {
  const counts = new Uint32Array(256);
  for (const level of levels) addToHistogram(counts, level);
  return percentile(counts, share) / 255;
};

/** The brightness at which the brightest tenth of the picture begins. The paper has it, whatever the background. */
export const brightnessOf = ({ luma }: Grid): number => percentileOf(luma, 0.9);

/**
 * The distance from grey at which the most colourful hundredth begins. A portrait has more than that, and dust has
 * less.
 */
export const colourOf = ({ chroma }: Grid): number => percentileOf(chroma, 0.99);
