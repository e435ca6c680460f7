import type { TextLine } from './text-lines.ts';

/**
 * A line of a page that is seen from a slant. `taper` is how much smaller everything gets for each pixel along the line, as
 * a share of the size in its middle; negative where it gets larger.
 */
export type TaperedLine = TextLine & { readonly taper: number };

/** A place on the page, in pixels of the line's middle, as a place along the line in the photo; and back. */
const seenAt = (place: number, taper: number): number => place / (1 + taper * place);
const placeAt = (seen: number, taper: number): number => seen / (1 - taper * seen);

/** What is seen so far from the middle of the line, as a share of the page's line: 0 is its left end, 1 the right one. */
export const shareAt = ({ length, taper }: TaperedLine, seen: number): number => {
  const [from, to] = [placeAt(-length / 2, taper), placeAt(length / 2, taper)];
  return (placeAt(seen, taper) - from) / (to - from);
};

/** Where a share of the page's line is seen, in pixels from the middle of the line. */
export const seenOf = ({ length, taper }: TaperedLine, share: number): number => {
  const [from, to] = [placeAt(-length / 2, taper), placeAt(length / 2, taper)];
  return seenAt(from + (to - from) * share, taper);
};

/** How large everything is there, of its size in the middle of the line. */
export const sizeAt = ({ taper }: TaperedLine, seen: number): number => 1 - taper * seen;

/** The part of a line between two shares of it. */
export const partOf = (line: TaperedLine, from: number, to: number): TaperedLine => {
  const [left, right] = [seenOf(line, from), seenOf(line, to)];
  const middle = (left + right) / 2;
  const size = sizeAt(line, middle);
  return {
    x: line.x + Math.cos(line.angle) * middle,
    y: line.y + Math.sin(line.angle) * middle,
    angle: line.angle,
    length: right - left,
    thickness: line.thickness * size,
    taper: line.taper / size,
  };
};
