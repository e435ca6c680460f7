import type { CheckPlace, Layout, Places } from './layout.ts';
import type { CheckDigit } from './mrz.ts';

const filler = '<';
const isDigit = (char: string): boolean => char >= '0' && char <= '9';

/** What a character counts: a digit itself, the letters 10 to 35, a filler nothing (ICAO 9303-3, 4.9). */
const worthOf = (char: string): number => (char === filler ? 0 : Number.parseInt(char, 36));

const weights = [7, 3, 1] as const;

/** The check digit over these places of a zone. */
export const digitOver = (text: string, places: Places): number =>
  places.reduce((sum, place, i) => sum + worthOf(text.charAt(place)) * (weights[i % 3] ?? 0), 0) % 10;

/**
 * A number of more than nine characters goes on in the optional field, and its digit stands behind it, followed by a
 * filler; the filler in the digit's own place does not count (9303-5, 4.2.2 note j and 4.2.4; 9303-6, 4.2.2 note j).
 */
const ofLongNumber = (check: CheckPlace, continuation: Places, text: string): CheckPlace => {
  const end = continuation.findIndex((place) => text[place] === filler);
  const at = continuation[end - 1];
  return at === undefined || end < 2
    ? check
    : { ...check, at, over: [...check.over, ...continuation.slice(0, end - 1)] };
};

/** The check digits of a zone where they stand in this one. */
export const checksIn = ({ checks, continuation }: Layout, text: string): readonly CheckPlace[] =>
  checks.map((check) =>
    continuation.length > 0 && check.field === 'document_number' && text[check.at] === filler
      ? ofLongNumber(check, continuation, text)
      : check,
  );

/** A check digit over what cannot stand in its field is wrong, whatever it comes to. */
const holds = ({ digitsOnly }: Layout, text: string, { at, field, over }: CheckPlace): boolean => {
  const digit = text.charAt(at);
  // A personal number that is not there may have none (9303-4, 4.2.2).
  if (digit === filler) return field === 'personal_number' && over.every((place) => text[place] === filler);
  const canStand = (place: number): boolean =>
    !digitsOnly.has(place) || isDigit(text.charAt(place)) || text[place] === filler;
  return isDigit(digit) && over.every(canStand) && Number(digit) === digitOver(text, over);
};

/** Whether each check digit is right. */
export const checkDigitsOf = (layout: Layout, text: string): readonly CheckDigit[] =>
  checksIn(layout, text).map((check) => ({ field: check.field, valid: holds(layout, text, check) }));

/** Whether all of them are. */
export const allHold = (layout: Layout, text: string): boolean =>
  checksIn(layout, text).every((check) => holds(layout, text, check));
