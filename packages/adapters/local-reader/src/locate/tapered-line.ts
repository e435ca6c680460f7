import type { TextLine } from './text-lines.ts';

/**
 * A line of a page that is photographed at an angle. `taper` is how much smaller everything gets for each pixel along
 * the line, as a share of the size in its middle. It is negative where everything gets larger. `reach` is how far the
 * line's own ground extends above and below its middle, in pixels: half the distance to its neighbour.
 */
export type TaperedLine = TextLine & { readonly taper: number; readonly reach: number };

/**
 * Convert a position on the page, in pixels from the line's middle, to the position along the line in the photo, and
 * back.
 */
const toPhoto = (place: number, taper: number): number => place / (1 + taper * place);
const toPage = (seen: number, taper: number): number => seen / (1 - taper * seen);

/**
 * Converts a distance from the middle of the line in the photo to a share of the page's line, where 0 is its left end
 * and 1 its right end.
 */
export const shareAtOffset = ({ length, taper }: TaperedLine, seen: number): number => {
  const from = toPage(-length / 2, taper);
  const to = toPage(length / 2, taper);
  return (toPage(seen, taper) - from) / (to - from);
};

/** Converts a share of the page's line to a distance from the middle of the line in the photo, in pixels. */
export const offsetAtShare = ({ length, taper }: TaperedLine, share: number): number => {
  const from = toPage(-length / 2, taper);
  const to = toPage(length / 2, taper);
  return toPhoto(from + (to - from) * share, taper);
};

/** The local scale, relative to the middle of the line. */
export const scaleAt = ({ taper }: TaperedLine, seen: number): number => 1 - taper * seen;

/** The part of a line between two shares of it. */
export const linePart = (line: TaperedLine, from: number, to: number): TaperedLine => {
  const left = offsetAtShare(line, from);
  const right = offsetAtShare(line, to);
  const middle = (left + right) / 2;
  const size = scaleAt(line, middle);
  return {
    x: line.x + Math.cos(line.angle) * middle,
    y: line.y + Math.sin(line.angle) * middle,
    angle: line.angle,
    length: right - left,
    thickness: line.thickness * size,
    reach: line.reach * size,
    taper: line.taper / size,
  };
};
