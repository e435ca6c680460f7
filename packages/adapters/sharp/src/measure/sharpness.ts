import type { Blocks } from './blocks.ts';
import { count, levelAt } from './levels.ts';

/** Of the range of the whole picture: with less around it, a block holds no edge. */
const leastContrast = 0.3;
/** In levels: less is noise, in whatever picture. */
const leastStep = 16;

/** The range from the darkest to the brightest pixel of a block and those around it. */
const rangeAround = ({ low, high, width, height }: Blocks, x: number, y: number): number => {
  let [darkest, brightest] = [255, 0];
  for (let v = Math.max(0, y - 1); v <= Math.min(height - 1, y + 1); v += 1) {
    for (let u = Math.max(0, x - 1); u <= Math.min(width - 1, x + 1); u += 1) {
      darkest = Math.min(darkest, low[v * width + u] ?? 255);
      brightest = Math.max(brightest, high[v * width + u] ?? 0);
    }
  }
  return brightest - darkest;
};

/**
 * How much of the range around it a sharp edge crosses within two pixels: what nine of ten blocks with an edge stay below,
 * across or down, whichever is less, because a hand that moves blurs one of them alone. Contrast, noise and the share of
 * the picture that is print count for little. 0 where there is no edge at all.
 */
export const sharpnessOf = (blocks: Blocks): number => {
  const [across, down] = [new Uint32Array(1001), new Uint32Array(1001)];
  for (let y = 0; y < blocks.height; y += 1) {
    for (let x = 0; x < blocks.width; x += 1) {
      const range = rangeAround(blocks, x, y);
      if (range < Math.max(leastStep, leastContrast * blocks.range)) continue;
      const block = y * blocks.width + x;
      count(across, (1000 * (blocks.across[block] ?? 0)) / range);
      count(down, (1000 * (blocks.down[block] ?? 0)) / range);
    }
  }
  return Math.min(levelAt(across, 0.9), levelAt(down, 0.9)) / 1000;
};
