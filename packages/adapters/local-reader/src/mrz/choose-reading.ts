import { areAllChecksValid, type CheckDigitSpans, isCheckDigitValid, type MrzFormatLayout } from './mrz-format.ts';
import { type CharPosition, charAt, type Lines, positionsIn, withChar } from './position.ts';
import { majorityReading } from './vote.ts';

/** Every position that a check digit covers, including its own. */
const positionsOf = ({ at, over }: CheckDigitSpans): CharPosition[] => [...over.flatMap(positionsIn), at];

/** The characters that were read at this position other than the majority's. */
const otherCharacters = (readings: readonly Lines[], voted: Lines, position: CharPosition): string[] =>
  [...new Set(readings.map((lines) => charAt(lines, position)))].filter((char) => char !== charAt(voted, position));

/**
 * Alternatives to the majority's lines: the whole field as one of the readings has it, or a single position of the
 * field as another reading has it.
 */
const alternatives = (check: CheckDigitSpans, voted: Lines, readings: readonly Lines[]): string[][] => {
  const positions = positionsOf(check);
  const whole = readings.map((lines) =>
    positions.reduce((merged, position) => withChar(merged, position, charAt(lines, position)), [...voted]),
  );
  const single = positions.flatMap((position) =>
    otherCharacters(readings, voted, position).map((char) => withChar(voted, position, char)),
  );
  return [...whole, ...single];
};

/** Letters that the engines confuse with digits, because they were trained on words. The opposite is rare. */
const confusedDigit: Readonly<Record<string, string>> = {
  O: '0',
  D: '0',
  Q: '0',
  I: '1',
  Z: '2',
  S: '5',
  G: '6',
  B: '8',
};

/**
 * Whether another digit, which no engine read, in the place of one letter of the majority would satisfy the check
 * digits just as the chosen lines do.
 */
const hasRival = (format: MrzFormatLayout, voted: Lines, chosen: Lines): boolean =>
  voted.some((line, row) =>
    [...line].some((char, column) => {
      const digit = format.classes[row]?.[column] === 'n' ? confusedDigit[char] : undefined;
      if (digit === undefined) return false;
      const rival = withChar(voted, [row, column], digit);
      return areAllChecksValid(format, rival) && rival.join() !== chosen.join();
    }),
  );

/**
 * Combines several readings of one MRZ. The majority decides at each position. Where a check digit then fails, another
 * character that was actually read replaces the majority's if, and only if, every check digit of the MRZ is valid with
 * it and no other explanation is equally likely. That distinguishes B from 8. Otherwise the majority stands, so that a
 * wrong check digit in print remains a wrong check digit in the result.
 */
export const chooseReading = (format: MrzFormatLayout, readings: readonly Lines[]): string[] => {
  const voted = majorityReading(format, readings);
  let chosen = voted;
  for (const check of format.checks) {
    if (isCheckDigitValid(check, chosen)) continue;
    chosen = alternatives(check, chosen, readings).find((lines) => isCheckDigitValid(check, lines)) ?? chosen;
  }
  return areAllChecksValid(format, chosen) && !hasRival(format, voted, chosen) ? chosen : voted;
};
