import type { Cells } from './cells.ts';
import { count, levelAt } from './levels.ts';

const levelOf = (levels: Uint8Array, share: number): number => {
  const counts = new Uint32Array(256);
  for (const level of levels) count(counts, level);
  return levelAt(counts, share) / 255;
};

/** The brightness at which the brightest tenth of the picture begins. That is its paper, whatever the background. */
export const brightnessOf = ({ light }: Cells): number => levelOf(light, 0.9);

/**
 * The distance from grey at which the most colourful hundredth begins. A portrait has more than that, and dust has
 * less.
 */
export const colourOf = ({ colour }: Cells): number => levelOf(colour, 0.99);
