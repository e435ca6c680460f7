import { allHold } from './check-digits.ts';
import type { Layout, Places } from './layout.ts';

/** Letters and digits that readers confuse; each letter is confused with one digit only. */
const alike = ['0O', '0D', '0Q', '1I', '2Z', '5S', '6G', '8B'] as const;

const mistaken = new Map<string, readonly string[]>();
for (const [digit = '', letter = ''] of alike) {
  mistaken.set(digit, [...(mistaken.get(digit) ?? []), letter]);
  mistaken.set(letter, [digit]);
}

type Kind = 'letter' | 'digit' | 'neither';

const kindAt = (text: string, place: number | undefined): Kind => {
  const char = place === undefined ? '' : text.charAt(place);
  if (char >= 'A' && char <= 'Z') return 'letter';
  return char >= '0' && char <= '9' ? 'digit' : 'neither';
};

const withChar = (text: string, place: number, char: string): string =>
  text.slice(0, place) + char + text.slice(place + 1);

/**
 * The text with a digit for every letter in a position where only digits are allowed; a letter that resembles no digit
 * stays.
 */
const withDigits = ({ digitsOnly }: Layout, text: string): string =>
  [...digitsOnly]
    .filter((place) => kindAt(text, place) === 'letter')
    .reduce((mended, place) => {
      const [digit = text.charAt(place)] = mistaken.get(text.charAt(place)) ?? [];
      return withChar(mended, place, digit);
    }, text);

/**
 * Whether a character is a letter among digits or a digit among letters. The first character of a field never stands
 * out: numbers begin with either.
 */
const standsOut = (text: string, field: Places, at: number): boolean => {
  const kind = kindAt(text, field[at]);
  const before = kindAt(text, field[at - 1]);
  return before !== 'neither' && before !== kind && kindAt(text, field[at + 1]) !== kind;
};

type Change = { readonly text: string; readonly stoodOut: boolean };

/**
 * The texts with one character replaced by another that it is confused with, wherever that makes every check digit
 * valid.
 */
const changesOf = (layout: Layout, text: string): readonly Change[] =>
  layout.eitherWay.flatMap((field) =>
    field.flatMap((place, at) =>
      (mistaken.get(text.charAt(place)) ?? [])
        .map((char) => ({ text: withChar(text, place, char), stoodOut: standsOut(text, field, at) }))
        .filter((changed) => allHold(layout, changed.text)),
    ),
  );

/**
 * The text as it must have been printed, where that is certain; the text itself where nothing is wrong, or where the
 * error cannot be determined. A letter where only digits are allowed was a digit, however many there are. Besides
 * these, one character may be corrected where both are allowed: if exactly one change makes every check digit valid,
 * and the character that was read there stands out. Arithmetic alone would correct every fourth number that somebody
 * altered, since a check digit agrees by chance with one change in ten.
 */
export const withoutSlips = (layout: Layout, text: string): string => {
  if (layout.checks.length === 0 || allHold(layout, text)) return text;
  const digits = withDigits(layout, text);
  if (allHold(layout, digits)) return digits;
  const [only, ...others] = changesOf(layout, digits);
  return only?.stoodOut && others.length === 0 ? only.text : text;
};
