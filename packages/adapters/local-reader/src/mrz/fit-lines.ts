import { mrzLineLengths } from '@portcullis/domain/documents';

/** How many characters a line may have too many or too few. More are no specks. */
const maxMiscounted = 3;

/** A line that ends in fillers, which engines miscount, may have too few. */
const canBePadded = (line: string): boolean => line.endsWith('<<');

const fits = (line: string, length: number): boolean =>
  line.length > length
    ? line.length <= length + maxMiscounted
    : line.length === length || (canBePadded(line) && line.length >= length - maxMiscounted);

/**
 * Gives all lines the length that one of them has and a format has: cuts what stands behind a line's end, such as
 * specks or an edge of the page, and fills up a line that ends in fillers. Lines that differ by more stay as they are.
 * Nothing is guessed: a line that was cut at the wrong place has wrong check digits, or names that the other engine
 * does not confirm.
 */
export const fitLines = (lines: readonly string[]): readonly string[] => {
  const length = mrzLineLengths.find(
    (one) => lines.some((line) => line.length === one) && lines.every((line) => fits(line, one)),
  );
  return length === undefined ? lines : lines.map((line) => line.slice(0, length).padEnd(length, '<'));
};
