import type { MrzFormatLayout } from './mrz-format.ts';

/** Digits and letters that look alike in OCR-B. The position decides which of the two is printed, and not the shape. */
const digitFor: Readonly<Record<string, string>> = {
  O: '0',
  Q: '0',
  D: '0',
  U: '0',
  I: '1',
  L: '1',
  Z: '2',
  A: '4',
  S: '5',
  G: '6',
  T: '7',
  B: '8',
};
const letterFor: Readonly<Record<string, string>> = {
  0: 'O',
  1: 'I',
  2: 'Z',
  4: 'A',
  5: 'S',
  6: 'G',
  7: 'T',
  8: 'B',
};
/** Only M, F and the filler can stand for the sex (ICAO Doc 9303 part 4). */
const sexFor: Readonly<Record<string, string>> = { H: 'M', N: 'M', W: 'M' };

/** Reads one character as a class of positions: `d` digits, `a` letters, `s` the sex, `n` letters and digits. */
export const readAsClass = (char: string, kind: string | undefined): string => {
  if (kind === 'd') return digitFor[char] ?? char;
  if (kind === 'a') return letterFor[char] ?? char;
  if (kind === 's') return sexFor[char] ?? char;
  return char;
};

/**
 * Reads every character as the class that its position has: where the format allows only digits, the shape of an O is a
 * zero. The value of a digit is never changed, so that a check digit that was printed wrong remains wrong.
 */
export const readByClass = (format: MrzFormatLayout, lines: readonly string[]): string[] =>
  lines.map((line, row) => [...line].map((char, column) => readAsClass(char, format.classes[row]?.[column])).join(''));

const allowedCharacters: Readonly<Record<string, RegExp>> = { a: /[A-Z<]/, d: /[0-9<]/, n: /[A-Z0-9<]/, s: /[MF<]/ };

/** Whether the format allows a character at a position. */
export const isAllowed = (format: MrzFormatLayout, row: number, column: number, char: string): boolean =>
  allowedCharacters[format.classes[row]?.[column] ?? '']?.test(char) ?? false;
