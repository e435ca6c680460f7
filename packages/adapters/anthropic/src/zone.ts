/** The length of a line, and how many of them make a zone (ICAO 9303 parts 4 to 7). */
const heights = [
  [44, 2],
  [36, 2],
  [30, 3],
] as const;
const mostLines = 3;
const isZoneText = (line: string): boolean => /^[A-Z0-9<]{1,44}$/.test(line);

/** The lines that count, and whether there were more than one zone has. */
export type ZoneLines = { readonly lines: readonly string[] | null; readonly tooMany: boolean };

/**
 * The lines of a zone among the lines that the model gave. What is no text of a zone (other letters, small ones, signs)
 * is left out: nothing is turned into a zone that was not printed as one. Of what is left, the lines that make exactly
 * one zone are taken; where two could be meant, nobody can say which, and where nothing adds up, the domain says so.
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
