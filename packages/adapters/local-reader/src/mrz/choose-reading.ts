import { type Check, holds, type MrzFormat } from './mrz-format.ts';
import { vote } from './vote.ts';

type Lines = readonly string[];
type Position = readonly [row: number, column: number];

const charAt = (lines: Lines, [row, column]: Position): string => lines[row]?.[column] ?? '';

const withChar = (lines: Lines, [row, column]: Position, char: string): string[] =>
  lines.map((line, i) => (i === row ? line.slice(0, column) + char + line.slice(column + 1) : line));

/** Every place a check digit speaks for, its own included. */
const positionsOf = ({ at, over }: Check): Position[] => [
  ...over.flatMap(([row, from, to]) => Array.from({ length: to - from }, (_, i): Position => [row, from + i])),
  at,
];

/** What was seen there instead of what most saw. */
const othersSeen = (readings: readonly Lines[], voted: Lines, place: Position): string[] =>
  [...new Set(readings.map((lines) => charAt(lines, place)))].filter((char) => char !== charAt(voted, place));

/** The voted lines as one of the readings has them in the field, or with one place of the field as another saw it. */
const alternatives = (check: Check, voted: Lines, readings: readonly Lines[]): string[][] => {
  const places = positionsOf(check);
  const whole = readings.map((lines) =>
    places.reduce((merged, place) => withChar(merged, place, charAt(lines, place)), [...voted]),
  );
  const single = places.flatMap((place) =>
    othersSeen(readings, voted, place).map((char) => withChar(voted, place, char)),
  );
  return [...whole, ...single];
};

/** Letters that the engines read for digits, taught on words as they are; the other way round is rare. */
const digitBehind: Readonly<Record<string, string>> = {
  O: '0',
  D: '0',
  Q: '0',
  I: '1',
  Z: '2',
  S: '5',
  G: '6',
  B: '8',
};

const allHold = (format: MrzFormat, lines: Lines): boolean => format.checks.every((check) => holds(check, lines));

/** Whether a digit that nobody saw, behind one letter of the vote, would satisfy the check digits as the chosen lines do. */
const hasRival = (format: MrzFormat, voted: Lines, chosen: Lines): boolean =>
  voted.some((line, row) =>
    [...line].some((char, column) => {
      const digit = format.classes[row]?.[column] === 'n' ? digitBehind[char] : undefined;
      if (digit === undefined) return false;
      const rival = withChar(voted, [row, column], digit);
      return allHold(format, rival) && rival.join() !== chosen.join();
    }),
  );

/**
 * One reading out of several of one zone. Most votes decide. Where a check digit then fails, another thing that was
 * really seen is taken in its place if, and only if, with it every check digit of the zone holds, and no other explanation is
 * as likely: that tells B from 8. Otherwise the vote stands as it is, so that a wrong check digit in print is a wrong check
 * digit in the answer.
 */
export const chooseReading = (format: MrzFormat, readings: readonly Lines[]): string[] => {
  const voted = vote(format, readings);
  let chosen = voted;
  for (const check of format.checks) {
    if (holds(check, chosen)) continue;
    chosen = alternatives(check, chosen, readings).find((lines) => holds(check, lines)) ?? chosen;
  }
  return allHold(format, chosen) && !hasRival(format, voted, chosen) ? chosen : voted;
};
