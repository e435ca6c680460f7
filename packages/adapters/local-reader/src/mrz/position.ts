/** The lines of an MRZ, top line first. */
export type Lines = readonly string[];

/** The place of a character in an MRZ; line and column count from 0. */
export type CharPosition = readonly [row: number, column: number];

export const charAt = (lines: Lines, [row, column]: CharPosition): string => lines[row]?.[column] ?? '';

export const withChar = (lines: Lines, [row, column]: CharPosition, char: string): string[] =>
  lines.map((line, i) => (i === row ? line.slice(0, column) + char + line.slice(column + 1) : line));

/** Every position of a range of a line. */
export const positionsIn = ([row, from, to]: readonly [line: number, from: number, to: number]): CharPosition[] =>
  Array.from({ length: to - from }, (_, i): CharPosition => [row, from + i]);
