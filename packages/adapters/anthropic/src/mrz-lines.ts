/** The length of a line and the number of lines of each MRZ format (ICAO 9303 parts 4 to 7). */
const mrzFormats = [
  [44, 2],
  [36, 2],
  [30, 3],
] as const;
const maxLines = 3;
const isMrzText = (line: string): boolean => /^[A-Z0-9<]{1,44}$/.test(line);

/** The lines of the MRZ, whether they form exactly one, and whether there were more lines than one MRZ has. */
export type MrzLines = {
  readonly lines: readonly string[] | null;
  readonly isWhole: boolean;
  readonly tooMany: boolean;
};

/**
 * Selects the lines of the MRZ from the lines that the model returned. A line with other letters, lower-case letters or
 * other characters is dropped, so that nothing becomes an MRZ that was not printed as one. Of the remaining lines,
 * those that form exactly one MRZ are taken. When two formats are possible the result is `tooMany`; when no format
 * fits, the lines are returned and the domain reports them.
 */
export const extractMrzLines = (candidates: readonly string[] | null): MrzLines => {
  const lines = (candidates ?? []).map((line) => line.replace(/\s/g, '')).filter(isMrzText);
  if (lines.length === 0) return { lines: null, isWhole: false, tooMany: false };
  const groups = mrzFormats.map(([length, height]) => ({
    matching: lines.filter((line) => line.length === length),
    height,
  }));
  const hasTooMany = groups.some(({ matching, height }) => matching.length > height);
  const [match, ...others] = groups.filter(({ matching, height }) => matching.length === height);
  if (hasTooMany || others.length > 0) return { lines: null, isWhole: false, tooMany: true };
  if (match) return { lines: match.matching, isWhole: true, tooMany: lines.length > match.height };
  const tooMany = lines.length > maxLines;
  return { lines: tooMany ? null : lines, isWhole: false, tooMany };
};
