import type { GreyImage } from '../picture/grey-image.ts';
import { type Block, blocksOf } from './blocks.ts';
import type { Corners } from './straighten.ts';

/**
 * The side of the squares, in pixels, that are classified as dense or not. It is a few bars wide on a picture that is
 * 1000 pixels long.
 */
const blockSize = 16;

/**
 * The minimum contrast of a dense square and the limits of its brightness, as shares of the range from ink to paper.
 */
const leastContrast = 0.12;
const lightness = { least: 0.2, most: 0.8 } as const;

/** A region with fewer squares contains no barcode that could be read. */
const leastBlocks = 24;

/**
 * How strongly one gradient direction dominates, 0 to 1: hardly in noise and checked patterns, completely in a barcode
 * with one row.
 */
const oneWay = { least: 0.1, most: 0.88 } as const;

/**
 * The margins from the middle of the outermost squares. Bars begin and end in squares that are not dense, and behind
 * them comes paper.
 */
const margin = { along: 3.5 * blockSize, down: 1.5 * blockSize } as const;

const isDense = ({ contrast, level }: Block): boolean =>
  contrast >= leastContrast && level >= lightness.least && level <= lightness.most;

/** The connected groups of dense squares. */
const groupsOf = (blocks: readonly Block[], across: number): readonly (readonly Block[])[] => {
  const left = new Set(blocks.flatMap((block, at) => (isDense(block) ? [at] : [])));
  const groups: Block[][] = [];
  for (const first of left) {
    const group: Block[] = [];
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
const fieldAround = (group: readonly Block[]): Corners | null => {
  const sum = (value: (block: Block) => number): number => group.reduce((total, block) => total + value(block), 0);
  const [xx, yy, xy] = [sum((block) => block.xx), sum((block) => block.yy), sum((block) => block.xy)];
  const outweighs = Math.hypot(xx - yy, 2 * xy) / (xx + yy);
  if (!(outweighs >= oneWay.least && outweighs <= oneWay.most)) return null;
  const angle = Math.atan2(2 * xy, xx - yy) / 2;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const along = group.map(({ x, y }) => x * cos + y * sin);
  const down = group.map(({ x, y }) => y * cos - x * sin);
  const [left, right] = [Math.min(...along) - margin.along, Math.max(...along) + margin.along];
  const [top, bottom] = [Math.min(...down) - margin.down, Math.max(...down) + margin.down];
  const corner = (u: number, v: number) => ({ x: u * cos - v * sin, y: u * sin + v * cos });
  return [corner(left, top), corner(right, top), corner(right, bottom), corner(left, bottom)];
};

/**
 * Finds the regions of a picture that look like stacked barcodes, by their corners, largest first, at most as many as
 * requested. They are half ink and half paper, dense, and have more edges in one direction than across it.
 */
export const findBarFields = (image: GreyImage, most: number): readonly Corners[] => {
  const { across, blocks } = blocksOf(image, blockSize);
  return groupsOf(blocks, across)
    .filter(({ length }) => length >= leastBlocks)
    .sort((one, other) => other.length - one.length)
    .flatMap((group) => {
      const field = fieldAround(group);
      return field ? [field] : [];
    })
    .slice(0, most);
};
