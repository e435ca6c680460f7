import { type Day, isDay } from '../terms/days.ts';

/**
 * A document number or code without spaces and signs, in capitals. O and 0, I and 1 stay different: in the numbers of
 * many States they are different characters, an MRZ check digit distinguishes them, and equating them would make two
 * documents one.
 */
export const normalizeNumber = (text: string): string => text.toUpperCase().replace(/[^A-Z0-9]/g, '');

/**
 * Whether a text that somebody has written is a document number: letters A to Z and digits, in either case, with
 * nothing between them but blanks, `-`, `/`, `.` and fillers. `normalizeNumber` would turn any other text into the
 * number of another document.
 */
export const isDocumentNumber = (text: string): boolean =>
  /^[A-Za-z0-9\s\-/.<]*$/.test(text) && normalizeNumber(text) !== '';

/** The form of a number, for the sender of another one. */
export const numberExpected = 'expected letters A to Z and digits, with nothing but blanks, -, /, . and < between them';

/**
 * Parses a day, year first, with or without separators; `null` for an incomplete date, or for one that the calendar
 * does not have.
 */
export const parseDay = (text: string): Day | null => {
  const parts = /^(\d{4})[-/. ]?(\d{2})[-/. ]?(\d{2})$/.exec(text.trim());
  const day = parts?.slice(1).join('-') ?? '';
  return isDay(day) ? day : null;
};

export type Sex = 'M' | 'F' | 'X';

const sexes: Readonly<Record<Sex, readonly string[]>> = {
  M: ['M', 'MALE', 'MAN'],
  F: ['F', 'FEMALE', 'WOMAN'],
  // An MRZ has a filler where a document prints X (ICAO 9303-3, 4.7).
  X: ['X', '<', 'OTHER', 'DIVERSE', 'NONBINARY', 'UNSPECIFIED', 'NONSPECIFIED', 'NOTSPECIFIED'],
};

/** An MRZ filler (ICAO 9303-3, 4.7), raw and as we report it: German cards do not state anybody's sex. */
const unspecified = ['<', 'nonspecified'];

/** Whether two texts state the same sex, or one of them states none. */
export const sameSex = (one: string, other: string): boolean => {
  if (unspecified.includes(one) || unspecified.includes(other)) return true;
  const said = parseSex(one);
  return said !== null && said === parseSex(other);
};

const isSex = (letter: string): letter is Sex => Object.hasOwn(sexes, letter);

/** Parses the sex that a word states, as a document prints it; `null` for a word that is not known. */
export const parseSex = (text: string): Sex | null => {
  const word = text.toUpperCase().replace(/[\s_-]/g, '');
  return (
    Object.keys(sexes)
      .filter(isSex)
      .find((sex) => sexes[sex].includes(word)) ?? null
  );
};
