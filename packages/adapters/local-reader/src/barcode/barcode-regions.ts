import type { GreyImage } from '../picture/grey-image.ts';
import type { Corners } from './deskew.ts';
import { type GradientBlock, gradientBlocksOf } from './gradient-blocks.ts';

/**
 * The side of the squares, in pixels, that are classified as dense or not. It is a few bars wide on a picture that is
 * 1000 pixels long.
 */
const blockSize = 16;

/**
 * The minimum contrast of a dense square and the limits of its brightness, as shares of the range from ink to paper.
 */
const minContrast = 0.12;
const lightness = { least: 0.2, most: 0.8 } as const;

/** A region with fewer squares contains no barcode that could be read. */
const minBlocks = 24;

/**
 * How strongly one gradient direction dominates, 0 to 1: hardly in noise and checked patterns, completely in a barcode
 * with one row.
 */
const dominance = { least: 0.1, most: 0.88 } as const;

/**
 * The margins from the middle of the outermost squares. Bars begin and end in squares that are not dense, and behind
 * them comes paper.
 */
const margin = { along: 3.5 * blockSize, down: 1.5 * blockSize } as const;

const isDense = ({ contrast, level }: GradientBlock): boolean =>
  contrast >= minContrast && level >= lightness.least && level <= lightness.most;

/** The connected groups of dense squares. */
const groupBlocks = (blocks: readonly GradientBlock[], across: number): readonly (readonly GradientBlock[])[] => {
  const left = new Set(blocks.flatMap((block, at) => (isDense(block) ? [at] : [])));
  const groups: GradientBlock[][] = [];
  for (const first of left) {
    const group: GradientBlock[] = [];
    const waiting = [first];
    left.delete(first);
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      const block = blocks[at];
      if (block) group.push(block);
      const beside = [
        at - across,
        at + across,
        ...(at % across > 0 ? [at - 1] : []),
        ...((at + 1) % across > 0 ? [at + 1] : []),
      ];
      waiting.push(...beside.filter((other) => left.delete(other)));
    }
    groups.push(group);
  }
  return groups;
};

/** The corners around a group, clockwise. The edge from the first corner to the second runs across the bars. */
const regionAround = (group: readonly GradientBlock[]): Corners | null => {
  const sum = (value: (block: GradientBlock) => number): number =>
    group.reduce((total, block) => total + value(block), 0);
  const xx = sum((block) => block.xx);
  const yy = sum((block) => block.yy);
  const xy = sum((block) => block.xy);
  const dominantShare = Math.hypot(xx - yy, 2 * xy) / (xx + yy);
  if (!(dominantShare >= dominance.least && dominantShare <= dominance.most)) return null;
  const angle = Math.atan2(2 * xy, xx - yy) / 2;
  const cos = Math.cos(angle);
  const sin = Math.sin(angle);
  const along = group.map(({ x, y }) => x * cos + y * sin);
  const down = group.map(({ x, y }) => y * cos - x * sin);
  const left = Math.min(...along) - margin.along;
  const right = Math.max(...along) + margin.along;
  const top = Math.min(...down) - margin.down;
  const bottom = Math.max(...down) + margin.down;
  const corner = (u: number, v: number) => ({ x: u * cos - v * sin, y: u * sin + v * cos });
  return [corner(left, top), corner(right, top), corner(right, bottom), corner(left, bottom)];
};

/**
 * Finds the regions of a picture that look like stacked barcodes, by their corners, largest first, at most as many as
 * requested. They are half ink and half paper, dense, and have more edges in one direction than across it.
 */
export const findBarcodeRegions = (image: GreyImage, maxRegions: number): readonly Corners[] => {
  const { across, blocks } = gradientBlocksOf(image, blockSize);
  return groupBlocks(blocks, across)
    .filter(({ length }) => length >= minBlocks)
    .sort((one, other) => other.length - one.length)
    .flatMap((group) => {
      const region = regionAround(group);
      return region ? [region] : [];
    })
    .slice(0, maxRegions);
};
