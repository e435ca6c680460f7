import { checkDigitPositions, computeCheckDigit, layoutOf, lineStart } from '@portcullis/documents';

const replaceAt = (text: string, at: number, part: string): string =>
  `${text.slice(0, at)}${part}${text.slice(at + part.length)}`;

const splitLines = (text: string, lengths: readonly number[]): readonly string[] => {
  const starts = lengths.map((_, line) => lineStart(lengths, line));
  return starts.map((start, n) => text.slice(start, start + (lengths[n] ?? 0)));
};

/**
 * Corrects every check digit of the lines; `null` if the lines have no known format. A filler in place of a digit
 * stays.
 */
export const withCheckDigits = (lines: readonly string[]): readonly string[] | null => {
  const layout = layoutOf(lines);
  if (!layout) return null;
  const text = lines.join('');
  // The composite check digit is the last one and covers the others, so it is computed after them.
  const corrected = checkDigitPositions(layout, text).reduce(
    (fixed, { at, over }) => (fixed[at] === '<' ? fixed : replaceAt(fixed, at, String(computeCheckDigit(fixed, over)))),
    text,
  );
  return splitLines(corrected, layout.lengths);
};

const replaceInFirstLine = (
  [first = '', ...others]: readonly string[],
  at: number,
  part: string,
): readonly string[] => [replaceAt(first, at, part), ...others];

/** A text in a field of a machine-readable zone: cut, or filled up with `<`. */
export const padWithFiller = (text: string, width: number): string => text.padEnd(width, '<').slice(0, width);

/** A state in the format of a machine-readable zone, in which Germany is `D` (ICAO 9303-3, section 5). */
export const mrzState = (state: string): string => padWithFiller(state === 'DEU' ? 'D' : state, 3);

/** A day (`YYYY-MM-DD`) in the format of a machine-readable zone (YYMMDD). */
export const mrzDate = (day: string): string => day.slice(2).replaceAll('-', '');

/**
 * Replaces the date of expiry (`YYYY-MM-DD`) and corrects the check digits; lines without such a date stay as they are.
 */
export const withDateOfExpiry = (lines: readonly string[], day: string): readonly string[] => {
  const layout = layoutOf(lines);
  const [at] = layout?.fields.get('expirationDate') ?? [];
  if (!layout || at === undefined) return lines;
  return withCheckDigits(splitLines(replaceAt(lines.join(''), at, mrzDate(day)), layout.lengths)) ?? lines;
};

/** Replaces the issuing state, which no check digit covers. */
export const withIssuingState = (lines: readonly string[], state: string): readonly string[] =>
  replaceInFirstLine(lines, 2, mrzState(state));

/** Replaces the nationality, which no check digit covers; lines without that field stay as they are. */
export const withNationality = (lines: readonly string[], state: string): readonly string[] => {
  const layout = layoutOf(lines);
  const [at] = layout?.fields.get('nationality') ?? [];
  return layout && at !== undefined
    ? splitLines(replaceAt(lines.join(''), at, mrzState(state)), layout.lengths)
    : lines;
};

/** Replaces the document code. */
export const withDocumentCode = (lines: readonly string[], code: string): readonly string[] =>
  replaceInFirstLine(lines, 0, code);
