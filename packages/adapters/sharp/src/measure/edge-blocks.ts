import type { Pixels } from '../encoding/pixels.ts';
import { percentile } from './histogram.ts';

/** The side of a block in pixels. */
const blockSide = 8;

/**
 * A grey picture in blocks. For each block: its darkest and its brightest pixel, and its strongest horizontal and
 * vertical central difference, which spans two pixels. For the whole picture: the range from its ink to its paper, and
 * the brightness of the paper.
 */
export type EdgeBlocks = {
  readonly width: number;
  readonly height: number;
  readonly low: Uint8Array;
  readonly high: Uint8Array;
  readonly gradientX: Uint8Array;
  readonly gradientY: Uint8Array;
  readonly range: number;
  readonly paper: number;
};

/** An incomplete block at the right or the bottom edge is ignored. */
export const edgeBlocksOf = ({ data, ...picture }: Pixels): EdgeBlocks => {
  const [width, height] = [Math.floor(picture.width / blockSide), Math.floor(picture.height / blockSide)];
  const low = new Uint8Array(width * height).fill(255);
  const [high, gradientX, gradientY] = [
    new Uint8Array(width * height),
    new Uint8Array(low.length),
    new Uint8Array(low.length),
  ];
  const histogram = new Uint32Array(256);
  for (let y = 1; y < picture.height - 1; y += 1) {
    const isInBlock = y < height * blockSide;
    const row = Math.floor(y / blockSide) * width;
    for (let x = 1; x < picture.width - 1; x += 1) {
      const at = y * picture.width + x;
      const level = data[at] ?? 0;
      histogram[level] = (histogram[level] ?? 0) + 1;
      if (!isInBlock || x >= width * blockSide) continue;
      const block = row + Math.floor(x / blockSide);
      const stepAcross = Math.abs((data[at + 1] ?? 0) - (data[at - 1] ?? 0));
      const stepDown = Math.abs((data[at + picture.width] ?? 0) - (data[at - picture.width] ?? 0));
      if (level < (low[block] ?? 0)) low[block] = level;
      if (level > (high[block] ?? 0)) high[block] = level;
      if (stepAcross > (gradientX[block] ?? 0)) gradientX[block] = stepAcross;
      if (stepDown > (gradientY[block] ?? 0)) gradientY[block] = stepDown;
    }
  }
  const range = percentile(histogram, 0.995) - percentile(histogram, 0.005);
  return { width, height, low, high, gradientX, gradientY, range, paper: percentile(histogram, 0.9) };
};
