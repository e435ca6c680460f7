import { type Component, connectedComponents } from './connected-components.ts';
import type { EdgeBlocks } from './edge-blocks.ts';

/** The minimum contrast of print, as a share of the range of the whole picture. */
const minContrast = 0.3;
/** The minimum brightness behind print, as a share of the paper's brightness. */
const minBackground = 0.6;
/** The maximum gap between two letters of a line, in blocks. */
const maxLetterGap = 3;
/** The minimum length and the limits for the thickness of a line of print, in blocks. */
const lineLimits = { length: 15, thinnest: 1.2, thickest: 6, longerThanThick: 4 } as const;
/** A single line may be an ornament. */
const minLines = 2;

/** The blocks of a picture, or of the same picture transposed. `at` returns the index of the block at a position. */
type OrientedBlocks = {
  readonly width: number;
  readonly height: number;
  readonly at: (x: number, y: number) => number;
  readonly alongLine: Uint8Array;
  readonly acrossLine: Uint8Array;
};

/**
 * Marks the blocks in which strokes stand next to each other on a bright background, and the gaps between two letters.
 */
const printMask = (
  { width, height, at, alongLine: along, acrossLine: over }: OrientedBlocks,
  { low, high, range, paper }: EdgeBlocks,
): Uint8Array => {
  const print = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1) {
    let last = -1;
    for (let x = 0; x < width; x += 1) {
      const block = at(x, y);
      const dark = low[block] ?? 0;
      const bright = high[block] ?? 0;
      // The edge of a page that runs along the line has gradients across the line, and none along it.
      const hasStrokes = (along[block] ?? 0) * 2 >= (over[block] ?? 0);
      if (!hasStrokes || bright - dark < minContrast * range || bright < minBackground * paper) continue;
      print.fill(1, last >= 0 && x - last <= maxLetterGap + 1 ? y * width + last : y * width + x, y * width + x + 1);
      last = x;
    }
  }
  return print;
};

const isLine = ({ positions, left, right }: Component): boolean => {
  const length = right - left + 1;
  const thick = positions.length / length;
  return (
    length >= lineLimits.length &&
    thick >= lineLimits.thinnest &&
    thick <= lineLimits.thickest &&
    length >= thick * lineLimits.longerThanThick
  );
};

/** On how many of the two ends lines are cropped: at the first position of a row, and at the last one. */
const croppedEnds = (oriented: OrientedBlocks, blocks: EdgeBlocks): number => {
  const lines = connectedComponents(printMask(oriented, blocks), oriented.width).filter(isLine);
  const first = lines.filter(({ left }) => left === 0).length;
  const last = lines.filter(({ right }) => right === oriented.width - 1).length;
  return [first, last].filter((cut) => cut >= minLines).length;
};

/**
 * Counts the sides of the picture on which lines of print run over the edge. A page or card that fills the picture
 * exactly is not cropped, and neither is one that misses only a part without print.
 */
export const croppedEdgesOf = (blocks: EdgeBlocks): number => {
  const { width, height, gradientX: across, gradientY: down } = blocks;
  if (blocks.range === 0) return 0;
  const horizontal: OrientedBlocks = {
    width,
    height,
    at: (x, y) => y * width + x,
    alongLine: across,
    acrossLine: down,
  };
  const vertical: OrientedBlocks = {
    width: height,
    height: width,
    at: (x, y) => x * width + y,
    alongLine: down,
    acrossLine: across,
  };
  return croppedEnds(horizontal, blocks) + croppedEnds(vertical, blocks);
};
