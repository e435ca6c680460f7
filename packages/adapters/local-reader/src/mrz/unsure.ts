import type { MrzDoubt } from '@portcullis/documents';
import { areAllChecksValid, type MrzFormatLayout } from './mrz-format.ts';
import { type CharPosition, charAt, type Lines, positionsIn, withChar } from './position.ts';

/** A character that may be printed at a position, and how likely it is, 0 to 1. */
export type LikelyChar = { readonly position: CharPosition; readonly char: string; readonly probability: number };

/** How likely each character of the lines is, 0 to 1. */
export type Certainties = readonly (readonly number[])[];

/**
 * From these probabilities on, a character is certain: where a check digit covers it, which would tell of a mistake,
 * and where none does. At most one in twenty of the characters that were this likely on drawn lines was wrong at 0.9,
 * and none of 4,000 from 0.98 on.
 */
const certain = { covered: 0.5, uncovered: 0.9 } as const;

/** Whether another engine must be asked about a position. */
export type IsUnsure = (position: CharPosition) => boolean;

const keyOf = ([row, column]: CharPosition): string => `${row} ${column}`;

/** The positions that are not certain. With a wrong check digit all are: the mistake may be in any of them. */
export const unsurePositions = (format: MrzFormatLayout, lines: Lines, certainties: Certainties): IsUnsure => {
  if (!areAllChecksValid(format, lines)) return () => true;
  const covered = new Set(format.checks.flatMap(({ at, over }) => [...over.flatMap(positionsIn), at]).map(keyOf));
  return (position) => {
    const [row, column] = position;
    const least = covered.has(keyOf(position)) ? certain.covered : certain.uncovered;
    return (certainties[row]?.[column] ?? 0) < least;
  };
};

/** As likely a character was right on all drawn lines. */
const noMistake = 0.98;

/** How likely the network holds its own characters and others. */
type Grounds = {
  readonly lines: Lines;
  readonly certainties: Certainties;
  readonly alternatives: readonly LikelyChar[];
};

/**
 * The other characters that the network may have read at a position; `null` where it is not even certain that it is one
 * of these, as where a reflection covers a character. A clear zero may be an O to it, and is nothing else.
 */
const othersAt = (grounds: Grounds, position: CharPosition, char: string): string | null => {
  const different = (chars: readonly string[]): string =>
    [...new Set(chars)].filter((other) => other !== char).join('');
  const [row, column] = position;
  const certainty = grounds.certainties[row]?.[column] ?? 0;
  const likeliest = charAt(grounds.lines, position);
  if (certainty >= noMistake) return different([likeliest]);
  const next = grounds.alternatives.filter((one) => keyOf(one.position) === keyOf(position));
  if (next.reduce((sum, { probability }) => sum + probability, certainty) < noMistake) return null;
  return different([likeliest, ...next.map((one) => one.char)]);
};

/**
 * The characters that may differ from print, in lines with a wrong check digit, with those that may be printed there
 * instead; none of these means any. Where the network is certain beyond any measured mistake, a character is what is
 * printed.
 */
export const uncertainCharacters = (format: MrzFormatLayout, lines: Lines, grounds: Grounds): readonly MrzDoubt[] =>
  areAllChecksValid(format, lines)
    ? []
    : lines.flatMap((text, line) =>
        [...text].flatMap((char, column) => {
          const others = othersAt(grounds, [line, column], char);
          return others === '' ? [] : [{ line, column, others: others ?? '' }];
        }),
      );

/** Whether every character is certain enough for the lines to be no noise, whatever their check digits say. */
export const isLegible = (certainties: Certainties): boolean =>
  certainties.every((line) => line.every((certainty) => certainty >= certain.covered));

/** The lines with fillers in place of every run of characters that has nothing unsure. */
export const unsureWords = (lines: Lines, isUnsure: IsUnsure): Lines =>
  lines.map((line, row) =>
    line.replaceAll(/[A-Z0-9]+/g, (word, from: number) => {
      const has = [...word].some((_, i) => isUnsure([row, from + i]));
      return has ? word : '<'.repeat(word.length);
    }),
  );

/** The lines, with the characters of other lines wherever they are unsure and something was read there. */
export const withUnsure = (lines: Lines, others: Lines, isUnsure: IsUnsure): Lines =>
  lines.map((line, row) =>
    [...line]
      .map((char, column) => {
        const other = charAt(others, [row, column]);
        return isUnsure([row, column]) && other !== '<' ? other : char;
      })
      .join(''),
  );

/** From this probability on, an alternative takes the place of a character if a word has it as well. */
const minConfirmed = 0.2;

/** The lines, with every alternative that other lines have as well and that is likely enough. */
export const withConfirmed = (lines: Lines, others: Lines, alternatives: readonly LikelyChar[]): Lines =>
  alternatives
    .filter(({ char, position, probability }) => probability >= minConfirmed && charAt(others, position) === char)
    .reduce((changed, { char, position }) => withChar(changed, position, char), lines);

/** The lines once for each alternative, with that alone. */
export const eachAlternative = (lines: Lines, alternatives: readonly LikelyChar[]): Lines[] =>
  alternatives.map(({ char, position }) => withChar(lines, position, char));
