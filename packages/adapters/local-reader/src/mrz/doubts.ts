import type { MrzDoubt } from '@portcullis/documents';
import { isAllowed } from './mrz-classes.ts';
import { areAllChecksValid, type MrzFormatLayout } from './mrz-format.ts';
import { type CharPosition, charAt, type Lines, positionsIn, withChar } from './position.ts';
import type { WordReading } from './word-reading.ts';

/** Characters that may be printed in place of those that were chosen: one, or one at all positions of a look-alike. */
type Alternative = { readonly positions: readonly CharPosition[]; readonly char: string };

/** With more alternatives than this, the MRZ was hardly read; the number of their combinations stays small. */
const maxAlternatives = 16;

const keyOf = ([row, column]: CharPosition): string => `${row} ${column}`;

/** The positions that a check digit covers, and those of the digits. */
const checkedPositions = ({ checks }: MrzFormatLayout): CharPosition[] => {
  const all = checks.flatMap(({ at, over }): CharPosition[] => [...over.flatMap(positionsIn), at]);
  return [...new Map(all.map((position) => [keyOf(position), position])).values()];
};

/** The other readings at a position that the format allows there. */
const othersAt = (
  format: MrzFormatLayout,
  lines: Lines,
  readings: readonly Lines[],
  position: CharPosition,
): string[] => {
  const [row, column] = position;
  return [...new Set(readings.map((reading) => charAt(reading, position)))].filter(
    (char) => char !== charAt(lines, position) && isAllowed(format, row, column, char),
  );
};

/**
 * The other readings at the positions that a check digit covers, and where one is the same at two positions of one
 * character, all of its positions at once: an engine that takes one O for a 0 twice takes the next one for a 0 as well.
 */
const alternativesTo = (format: MrzFormatLayout, lines: Lines, readings: readonly Lines[]): readonly Alternative[] => {
  const positions = checkedPositions(format);
  const single = positions.flatMap((position) =>
    othersAt(format, lines, readings, position).map((char) => ({ positions: [position], char })),
  );
  const everywhere = single.flatMap(({ char, positions: [first] }) => {
    const replaced = first && charAt(lines, first);
    const alike = positions.filter(
      (position) => charAt(lines, position) === replaced && isAllowed(format, ...position, char),
    );
    const seen = alike.filter((position) => readings.some((reading) => charAt(reading, position) === char));
    return seen.length > 1 ? [{ positions: alike, char, replaced }] : [];
  });
  const groups = new Map(everywhere.map((group) => [`${group.replaced} ${group.char}`, group]));
  return [...groups.values(), ...single].slice(0, maxAlternatives);
};

/** Every choice of one, two or three of the alternatives. */
const combinationsOf = (alternatives: readonly Alternative[]): Alternative[][] => {
  const extended = (begun: readonly Alternative[][]): Alternative[][] =>
    begun.flatMap((chosen) => {
      const last = chosen.at(-1);
      return alternatives.slice(last ? alternatives.indexOf(last) + 1 : 0).map((one) => [...chosen, one]);
    });
  const one = extended([[]]);
  const two = extended(one);
  return [...one, ...two, ...extended(two)];
};

const applied = (lines: Lines, alternatives: readonly Alternative[]): Lines =>
  alternatives.reduce(
    (changed, { char, positions }) =>
      positions.reduce((all: Lines, position) => withChar(all, position, char), changed),
    lines,
  );

/** The characters at a position in other lines that satisfy every check digit as well. */
const rivalsAt = (lines: Lines, rivals: readonly Lines[], position: CharPosition): string =>
  [...new Set(rivals.map((rival) => charAt(rival, position)))]
    .filter((char) => char !== charAt(lines, position))
    .join('');

/**
 * The characters that were read at a position no check digit covers, where the engine for words did not confirm one.
 */
const unconfirmedAt = (
  format: MrzFormatLayout,
  lines: Lines,
  words: WordReading,
  others: readonly Lines[],
  position: CharPosition,
): string => othersAt(format, lines, words.isRead(position) ? [words.lines] : others, position).join('');

/**
 * The positions that are in doubt although every check digit is valid. Where a check digit covers a position, that is
 * so if with what else was read there, alone or together with one or two others, every check digit is valid just as
 * well: look-alikes cancel out, since `ZS` and `25` have one check digit under the weights 7 and 3. Where none does, it
 * is so if a word was read differently, or no word was read and the other readings differ. An MRZ with a wrong check
 * digit has no such positions, because all of it is in doubt.
 */
export const doubtsOf = (
  format: MrzFormatLayout,
  lines: Lines,
  words: WordReading,
  others: readonly Lines[],
): readonly MrzDoubt[] => {
  if (!areAllChecksValid(format, lines)) return [];
  const readings = [words.lines, ...others];
  const rivals = combinationsOf(alternativesTo(format, lines, readings))
    .map((chosen) => applied(lines, chosen))
    .filter((rival) => areAllChecksValid(format, rival));
  const covered = new Set(checkedPositions(format).map(keyOf));
  return lines.flatMap((text, line) =>
    [...text].flatMap((char, column) => {
      const position: CharPosition = [line, column];
      const seen = covered.has(keyOf(position))
        ? rivalsAt(lines, rivals, position)
        : char === '<'
          ? ''
          : unconfirmedAt(format, lines, words, others, position);
      return seen === '' ? [] : [{ line, column, others: seen }];
    }),
  );
};
