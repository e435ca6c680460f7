/** The length of a line and the number of lines of each MRZ format (ICAO 9303 parts 4 to 7). */
const heights = [
  [44, 2],
  [36, 2],
  [30, 3],
] as const;
const mostLines = 3;
const isZoneText = (line: string): boolean => /^[A-Z0-9<]{1,44}$/.test(line);

/** The lines of the MRZ, and whether there were more lines than one MRZ has. */
export type ZoneLines = { readonly lines: readonly string[] | null; readonly tooMany: boolean };

/**
 * Selects the lines of the MRZ from the lines that the model returned. A line with other letters, lower-case letters or
 * other characters is dropped, so that nothing becomes an MRZ that was not printed as one. Of the remaining lines,
 * those that form exactly one MRZ are taken. When two formats are possible the result is `tooMany`; when no format
 * fits, the lines are returned and the domain reports them.
 */
export const zoneLines = (given: readonly string[] | null): ZoneLines => {
  const lines = (given ?? []).map((line) => line.replace(/\s/g, '')).filter(isZoneText);
  if (lines.length === 0) return { lines: null, tooMany: false };
  const groups = heights.map(([length, height]) => ({ of: lines.filter((line) => line.length === length), height }));
  const isOver = groups.some(({ of, height }) => of.length > height);
  const [zone, ...others] = groups.filter(({ of, height }) => of.length === height);
  if (isOver || others.length > 0) return { lines: null, tooMany: true };
  if (zone) return { lines: zone.of, tooMany: lines.length > zone.height };
  return lines.length > mostLines ? { lines: null, tooMany: true } : { lines, tooMany: false };
};
