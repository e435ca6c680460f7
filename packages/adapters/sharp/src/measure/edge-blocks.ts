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

/** Counts the pixels within the outermost ones, which have a neighbour on each side. */
const innerHistogram = ({ data, width, height }: Pixels): Uint32Array => {
  const histogram = new Uint32Array(256);
  for (let y = 1; y < height - 1; y += 1) {
    for (let at = y * width + 1; at < (y + 1) * width - 1; at += 1) {
      const level = data[at] ?? 0;
      histogram[level] = (histogram[level] ?? 0) + 1;
    }
  }
  return histogram;
};

/** An incomplete block at the right or the bottom edge is ignored. */
export const edgeBlocksOf = (grey: Pixels): EdgeBlocks => {
  const { data, width: row } = grey;
  const width = Math.floor(row / blockSide);
  const height = Math.floor(grey.height / blockSide);
  const low = new Uint8Array(width * height);
  const high = new Uint8Array(width * height);
  const gradientX = new Uint8Array(low.length);
  const gradientY = new Uint8Array(low.length);
  for (let block = 0; block < low.length; block += 1) {
    const left = (block % width) * blockSide;
    const top = Math.floor(block / width) * blockSide;
    const right = Math.min(left + blockSide, row - 1);
    const bottom = Math.min(top + blockSide, grey.height - 1);
    let darkest = 255;
    let brightest = 0;
    let across = 0;
    let down = 0;
    for (let y = Math.max(1, top); y < bottom; y += 1) {
      for (let at = y * row + Math.max(1, left); at < y * row + right; at += 1) {
        const level = data[at] ?? 0;
        const stepAcross = Math.abs((data[at + 1] ?? 0) - (data[at - 1] ?? 0));
        const stepDown = Math.abs((data[at + row] ?? 0) - (data[at - row] ?? 0));
        if (level < darkest) darkest = level;
        if (level > brightest) brightest = level;
        if (stepAcross > across) across = stepAcross;
        if (stepDown > down) down = stepDown;
      }
    }
    low[block] = darkest;
    high[block] = brightest;
    gradientX[block] = across;
    gradientY[block] = down;
  }
  const histogram = innerHistogram(grey);
  const range = percentile(histogram, 0.995) - percentile(histogram, 0.005);
  return {
    width,
    height,
    low,
    high,
    gradientX,
    gradientY,
    range,
    paper: percentile(histogram, 0.9),
  };
};
