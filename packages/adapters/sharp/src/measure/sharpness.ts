import type { EdgeBlocks } from './edge-blocks.ts';
import { addToHistogram, percentile } from './histogram.ts';

/** The minimum contrast as a share of the range of the whole picture. A block with less around it contains no edge. */
const minContrast = 0.3;
/** The minimum contrast in levels. Less is noise in any picture. */
const minContrastLevels = 16;

/** The range from the darkest to the brightest pixel of a block and its neighbours. */
const rangeAround = ({ low, high, width, height }: EdgeBlocks, x: number, y: number): number => {
  let darkest = 255;
  let brightest = 0;
  for (let v = Math.max(0, y - 1); v <= Math.min(height - 1, y + 1); v += 1) {
    for (let u = Math.max(0, x - 1); u <= Math.min(width - 1, x + 1); u += 1) {
      darkest = Math.min(darkest, low[v * width + u] ?? 255);
      brightest = Math.max(brightest, high[v * width + u] ?? 0);
    }
  }
  return brightest - darkest;
};

/**
 * The share of the local range that a sharp edge crosses within two pixels. It is the 90th percentile over all blocks
 * with an edge, horizontally or vertically, whichever is smaller, because camera shake blurs only one direction.
 * Contrast, noise and the share of print have little influence. The result is 0 when there is no edge at all.
 */
export const sharpnessOf = (blocks: EdgeBlocks): number => {
  const across = new Uint32Array(1001);
  const down = new Uint32Array(1001);
  for (let y = 0; y < blocks.height; y += 1) {
    for (let x = 0; x < blocks.width; x += 1) {
      const range = rangeAround(blocks, x, y);
      if (range < Math.max(minContrastLevels, minContrast * blocks.range)) continue;
      const block = y * blocks.width + x;
      addToHistogram(across, (1000 * (blocks.gradientX[block] ?? 0)) / range);
      addToHistogram(down, (1000 * (blocks.gradientY[block] ?? 0)) / range);
    }
  }
  return Math.min(percentile(across, 0.9), percentile(down, 0.9)) / 1000;
};
