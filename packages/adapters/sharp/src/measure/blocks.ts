import { count, levelAt } from './levels.ts';
import type { Pixels } from './pixels.ts';

/** The side of a block in pixels. */
const side = 8;

/**
 * A grey picture in blocks. For each block: its darkest and its brightest pixel, and its strongest horizontal and
 * vertical central difference, which spans two pixels. For the whole picture: the range from its ink to its paper, and
 * the brightness of the paper.
 */
export type Blocks = {
  readonly width: number;
  readonly height: number;
  readonly low: Uint8Array;
  readonly high: Uint8Array;
  readonly across: Uint8Array;
  readonly down: Uint8Array;
  readonly range: number;
  readonly paper: number;
};

/** An incomplete block at the right or the bottom edge is ignored. */
export const blocksOf = ({ data, ...picture }: Pixels): Blocks => {
  const [width, height] = [Math.floor(picture.width / side), Math.floor(picture.height / side)];
  const low = new Uint8Array(width * height).fill(255);
  const [high, across, down] = [new Uint8Array(width * height), new Uint8Array(low.length), new Uint8Array(low.length)];
  const levels = new Uint32Array(256);
  for (let y = 1; y < picture.height - 1; y += 1) {
    for (let x = 1; x < picture.width - 1; x += 1) {
      const at = y * picture.width + x;
      const level = data[at] ?? 0;
      count(levels, level);
      if (x >= width * side || y >= height * side) continue;
      const block = Math.floor(y / side) * width + Math.floor(x / side);
      const stepAcross = Math.abs((data[at + 1] ?? 0) - (data[at - 1] ?? 0));
      const stepDown = Math.abs((data[at + picture.width] ?? 0) - (data[at - picture.width] ?? 0));
      if (level < (low[block] ?? 0)) low[block] = level;
      if (level > (high[block] ?? 0)) high[block] = level;
      if (stepAcross > (across[block] ?? 0)) across[block] = stepAcross;
      if (stepDown > (down[block] ?? 0)) down[block] = stepDown;
    }
  }
  const range = levelAt(levels, 0.995) - levelAt(levels, 0.005);
  return { width, height, low, high, across, down, range, paper: levelAt(levels, 0.9) };
};
