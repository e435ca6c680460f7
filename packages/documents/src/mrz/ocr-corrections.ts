import { allValid } from './check-digits.ts';
import type { Layout, Positions } from './layout.ts';

/** Letters and digits that readers confuse; each letter is confused with one digit only. */
const confusablePairs = ['0O', '0D', '0Q', '1I', '2Z', '5S', '6G', '8B'] as const;

const confusedWith = new Map<string, readonly string[]>();
for (const [digit = '', letter = ''] of confusablePairs) {
  confusedWith.set(digit, [...(confusedWith.get(digit) ?? []), letter]);
  confusedWith.set(letter, [digit]);
}

type CharacterKind = 'letter' | 'digit' | 'neither';

const characterKindAt = (text: string, position: number | undefined): CharacterKind => {
  const char = position === undefined ? '' : text.charAt(position);
  if (char >= 'A' && char <= 'Z') return 'letter';
  return char >= '0' && char <= '9' ? 'digit' : 'neither';
};

const withChar = (text: string, position: number, char: string): string =>
  text.slice(0, position) + char + text.slice(position + 1);

/**
 * The text with a digit for every letter in a position where only digits are allowed; a letter that resembles no digit
 * stays.
 */
const correctDigits = ({ digitsOnly }: Layout, text: string): string =>
  [...digitsOnly]
    .filter((position) => characterKindAt(text, position) === 'letter')
    .reduce((corrected, position) => {
      const [digit = text.charAt(position)] = confusedWith.get(text.charAt(position)) ?? [];
      return withChar(corrected, position, digit);
    }, text);

/**
 * Whether a character is a letter among digits or a digit among letters. The first character of a field never stands
 * out: numbers begin with either.
 */
const standsOut = (text: string, field: Positions, at: number): boolean => {
  const kind = characterKindAt(text, field[at]);
  const before = characterKindAt(text, field[at - 1]);
  return before !== 'neither' && before !== kind && characterKindAt(text, field[at + 1]) !== kind;
};

type Correction = { readonly text: string; readonly stoodOut: boolean };

/**
 * The texts with one character replaced by another that it is confused with, wherever that makes every check digit
 * valid.
 */
const singleCorrections = (layout: Layout, text: string): readonly Correction[] =>
  layout.alphanumeric.flatMap((field) =>
    field.flatMap((position, at) =>
      (confusedWith.get(text.charAt(position)) ?? [])
        .map((char) => ({ text: withChar(text, position, char), stoodOut: standsOut(text, field, at) }))
        .filter((changed) => allValid(layout, changed.text)),
    ),
  );

/**
 * The text as it must have been printed, where that is certain; the text itself where nothing is wrong, or where the
 * error cannot be determined. A letter where only digits are allowed was a digit, however many there are. Besides
 * these, one character may be corrected where both are allowed: if exactly one change makes every check digit valid,
 * and the character that was read there stands out. Arithmetic alone would correct every fourth number that somebody
 * altered, since a check digit agrees by chance with one change in ten.
 */
export const correctOcrErrors = (layout: Layout, text: string): string => {
  if (layout.checks.length === 0 || allValid(layout, text)) return text;
  const digits = correctDigits(layout, text);
  if (allValid(layout, digits)) return digits;
  const [only, ...others] = singleCorrections(layout, digits);
  return only?.stoodOut && others.length === 0 ? only.text : text;
};
