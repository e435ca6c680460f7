import type { Cells } from './cells.ts';
import { count, levelAt } from './levels.ts';

const levelOf = (levels: Uint8Array, share: number): number => {
  const counts = new Uint32Array(256);
  for (const level of levels) count(counts, level);
  return levelAt(counts, share) / 255;
};

/** How bright the brightest tenth of the picture begins: its paper, on whatever desk. */
export const brightnessOf = ({ light }: Cells): number => levelOf(light, 0.9);

/** How far from grey the most colourful hundredth begins: a portrait is more than that, and dust is less. */
export const colourOf = ({ colour }: Cells): number => levelOf(colour, 0.99);
