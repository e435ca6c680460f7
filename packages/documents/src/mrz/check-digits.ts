import { type CheckDigitPosition, type Layout, layoutOf, lineStart, type Positions } from './layout.ts';
import type { CheckDigit } from './mrz.ts';

const filler = '<';
const isDigit = (char: string): boolean => char >= '0' && char <= '9';

/**
 * The value of a character: a digit counts itself, the letters count 10 to 35, a filler counts nothing (ICAO 9303-3,
 * 4.9).
 */
export const characterValue = (char: string): number => (char === filler ? 0 : Number.parseInt(char, 36));

export const checkDigitWeights = [7, 3, 1] as const;

/** Computes the check digit over these positions of an MRZ. */
export const computeCheckDigit = (text: string, positions: Positions): number =>
  positions.reduce(
    (sum, position, i) => sum + characterValue(text.charAt(position)) * (checkDigitWeights[i % 3] ?? 0),
    0,
  ) % 10;

/** The check digit of a whole text. */
export const checkDigitOf = (text: string): number =>
  computeCheckDigit(
    text,
    Array.from(text, (_, at) => at),
  );

/**
 * A number of more than nine characters continues in the optional field; its check digit follows it there, and a filler
 * follows that. The filler in the usual position of the check digit does not count (9303-5, 4.2.2 note j and 4.2.4;
 * 9303-6, 4.2.2 note j).
 */
const longNumberCheck = (check: CheckDigitPosition, continuation: Positions, text: string): CheckDigitPosition => {
  const end = continuation.findIndex((position) => text[position] === filler);
  const at = continuation[end - 1];
  return at === undefined || end < 2
    ? check
    : { ...check, at, over: [...check.over, ...continuation.slice(0, end - 1)] };
};

/** The positions of the check digits in this MRZ. */
export const checkDigitPositions = ({ checks, continuation }: Layout, text: string): readonly CheckDigitPosition[] =>
  checks.map((check) =>
    continuation.length > 0 && check.field === 'document_number' && text[check.at] === filler
      ? longNumberCheck(check, continuation, text)
      : check,
  );

/** A check digit over characters that its field cannot have is invalid, whatever it computes to. */
const isValid = ({ digitsOnly }: Layout, text: string, { at, field, over }: CheckDigitPosition): boolean => {
  const digit = text.charAt(at);
  // An absent personal number may have no check digit (9303-4, 4.2.2).
  if (digit === filler) return field === 'personal_number' && over.every((position) => text[position] === filler);
  const canStand = (position: number): boolean =>
    !digitsOnly.has(position) || isDigit(text.charAt(position)) || text[position] === filler;
  return isDigit(digit) && over.every(canStand) && Number(digit) === computeCheckDigit(text, over);
};

/** Whether each check digit is valid. */
export const checkDigitsOf = (layout: Layout, text: string): readonly CheckDigit[] =>
  checkDigitPositions(layout, text).map((check) => ({ field: check.field, valid: isValid(layout, text, check) }));

/** Whether all check digits are valid. */
export const allValid = (layout: Layout, text: string): boolean =>
  checkDigitPositions(layout, text).every((check) => isValid(layout, text, check));

/** A place in the lines of an MRZ; both count from 1. */
export type MrzPlace = { readonly line: number; readonly column: number };

const placeOf = ({ lengths }: Layout, at: number): MrzPlace => {
  const starts = lengths.map((_, line) => lineStart(lengths, line));
  const line = starts.findLastIndex((start) => start <= at);
  return { line: line + 1, column: at - (starts[line] ?? 0) + 1 };
};

/** The place of each check digit in these lines, by its field; none where the lines have no known format. */
export const checkDigitPlaces = (lines: readonly string[]): ReadonlyMap<CheckDigit['field'], MrzPlace> => {
  const layout = layoutOf(lines);
  return new Map(
    layout ? checkDigitPositions(layout, lines.join('')).map(({ at, field }) => [field, placeOf(layout, at)]) : [],
  );
};
