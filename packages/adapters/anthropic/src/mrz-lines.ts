import { mrzSizes } from '@portcullis/documents';

const maxLines = mrzSizes.TD1.lineCount;
const isMrzText = (line: string): boolean => /^[A-Z0-9<]{1,44}$/.test(line);

/** The lines of the MRZ, whether they form exactly one, and whether there were more lines than one MRZ has. */
export type MrzLines = {
  readonly lines: readonly string[] | null;
  readonly isWhole: boolean;
  readonly tooMany: boolean;
};

/**
 * Selects the lines of the MRZ from the lines that the model returned. A line with other letters, lower-case letters or
 * other characters is dropped, so that nothing becomes an MRZ that was not printed as one. The remaining lines that
 * form exactly one MRZ are taken. When two formats are possible the result is `tooMany`; when no format fits, the lines
 * are returned and the domain reports them.
 */
export const extractMrzLines = (candidates: readonly string[] | null): MrzLines => {
  const lines = (candidates ?? []).map((line) => line.replace(/\s/g, '')).filter(isMrzText);
  if (lines.length === 0) return { lines: null, isWhole: false, tooMany: false };
  const groups = Object.values(mrzSizes).map(({ lineCount, lineLength }) => ({
    matching: lines.filter((line) => line.length === lineLength),
    lineCount,
  }));
  const hasTooMany = groups.some(({ lineCount, matching }) => matching.length > lineCount);
  const [match, ...others] = groups.filter(({ lineCount, matching }) => matching.length === lineCount);
  if (hasTooMany || others.length > 0) return { lines: null, isWhole: false, tooMany: true };
  if (match) return { lines: match.matching, isWhole: true, tooMany: lines.length > match.lineCount };
  const tooMany = lines.length > maxLines;
  return { lines: tooMany ? null : lines, isWhole: false, tooMany };
};
