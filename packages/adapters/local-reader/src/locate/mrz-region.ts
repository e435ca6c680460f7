import type { TextLine } from './text-lines.ts';

/** The two or three parallel lines of an MRZ, top line first, or the one of them that was found. */
export type MrzRegion = readonly TextLine[];

/** How far `b` is below `a`, and how far along, measured along the slope of `a`. */
const offsetBetween = (a: TextLine, b: TextLine): { readonly below: number; readonly along: number } => {
  const dx = b.x - a.x;
  const dy = b.y - a.y;
  return {
    below: dy * Math.cos(a.angle) - dx * Math.sin(a.angle),
    along: dx * Math.cos(a.angle) + dy * Math.sin(a.angle),
  };
};

/**
 * The lines of one MRZ are parallel, have one length, and lie one above the other, about 2.3 heights apart (ICAO
 * 9303-4 to -6).
 */
const follows = (upper: TextLine, lower: TextLine): boolean => {
  const { below, along } = offsetBetween(upper, lower);
  const thickness = Math.max(upper.thickness, lower.thickness);
  const ratio = upper.length / lower.length;
  return (
    Math.abs(upper.angle - lower.angle) < 0.06 &&
    ratio > 0.9 &&
    ratio < 1.12 &&
    below > 1.2 * thickness &&
    below < 4.5 * thickness &&
    Math.abs(along) < 0.08 * upper.length
  );
};

/**
 * Groups lines into MRZs: every sequence of lines that follow one another, longest first. A fourth line is a field
 * printed above the MRZ, so that of a longer sequence only the lowest three lines count.
 */
export const groupMrzRegions = (lines: readonly TextLine[]): MrzRegion[] => {
  const sorted = [...lines].sort((a, b) => a.y - b.y);
  const regions: MrzRegion[] = [];
  for (const first of sorted) {
    if (regions.some((region) => region.includes(first))) continue;
    const region = [first];
    for (const line of sorted) {
      const last = region.at(-1);
      if (last && follows(last, line)) region.push(line);
    }
    if (region.length >= 2) regions.push(region.slice(-3));
  }
  return regions.sort((a, b) => b.length - a.length || (b[0]?.length ?? 0) - (a[0]?.length ?? 0));
};
