import type { Blocks } from './blocks.ts';
import { type Piece, piecesOf } from './pieces.ts';

/** Of the range of the whole picture: print is so much darker than what it is printed on. */
const leastContrast = 0.3;
/** Of the paper's brightness: print stands on something that is at least as bright. */
const leastPaper = 0.6;
/** Blocks: so far apart are two letters of a line at most. */
const mostApart = 3;
/** Blocks: a line of print is at least so long, and so thick. */
const line = { length: 15, thinnest: 1.2, thickest: 6, longerThanThick: 4 } as const;
/** One line may be an ornament. */
const fewestLines = 2;

/** The blocks of a picture, or of the same picture turned: `at` says which block stands at a place. */
type Lying = {
  readonly width: number;
  readonly height: number;
  readonly at: (x: number, y: number) => number;
  readonly along: Uint8Array;
  readonly over: Uint8Array;
};

/** Where strokes stand beside each other on something bright, with what is between two letters. */
const printIn = ({ width, height, at, along, over }: Lying, { low, high, range, paper }: Blocks): Uint8Array => {
  const print = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1) {
    let last = -1;
    for (let x = 0; x < width; x += 1) {
      const block = at(x, y);
      const [dark, bright] = [low[block] ?? 0, high[block] ?? 0];
      // The rim of a page that lies along the line has steps over it, and none along it.
      const hasStrokes = (along[block] ?? 0) * 2 >= (over[block] ?? 0);
      if (!hasStrokes || bright - dark < leastContrast * range || bright < leastPaper * paper) continue;
      print.fill(1, last >= 0 && x - last <= mostApart + 1 ? y * width + last : y * width + x, y * width + x + 1);
      last = x;
    }
  }
  return print;
};

const isLine = ({ places, left, right }: Piece): boolean => {
  const length = right - left + 1;
  const thick = places.length / length;
  return (
    length >= line.length && thick >= line.thinnest && thick <= line.thickest && length >= thick * line.longerThanThick
  );
};

/** How many ends of the lines are cut off: those at the first place of a row, and those at the last one. */
const cutEnds = (lying: Lying, blocks: Blocks): number => {
  const lines = piecesOf(printIn(lying, blocks), lying.width).filter(isLine);
  const first = lines.filter(({ left }) => left === 0).length;
  const last = lines.filter(({ right }) => right === lying.width - 1).length;
  return [first, last].filter((cut) => cut >= fewestLines).length;
};

/**
 * On how many sides of the picture lines of print run over the edge. A page or card that fills the picture to its rim is
 * not cut, nor is one of which a piece without print is missing.
 */
export const cutEdgesOf = (blocks: Blocks): number => {
  const { width, height, across, down } = blocks;
  if (blocks.range === 0) return 0;
  const lying: Lying = { width, height, at: (x, y) => y * width + x, along: across, over: down };
  const standing: Lying = { width: height, height: width, at: (x, y) => x * width + y, along: down, over: across };
  return cutEnds(lying, blocks) + cutEnds(standing, blocks);
};
