import { allValid, characterValue, checkDigitPositions, checkDigitWeights } from './check-digits.ts';
import { documentNumberPositions, personalNumberPositions } from './fields.ts';
import { type Layout, layoutOf, lineStart, type Positions, textAt } from './layout.ts';
import type { Mrz, MrzDoubt } from './mrz.ts';

/** Where a number stands, and whether another reading of it is a number that its State writes. */
type SoughtNumber = { readonly positions: Positions; readonly isOfState: (number: string) => boolean };

/** A State that publishes no form of its numbers may write any. */
const anyNumber = (): boolean => true;

const numberAt = (text: string, positions: Positions): string => textAt(text, positions).replaceAll('<', '');

/** The other characters that were seen, by the position in the joined lines. */
type Alternatives = ReadonlyMap<number, readonly string[]>;

const positionOf = ({ lengths }: Layout, line: number, column: number): number => lineStart(lengths, line) + column;

const isDigit = (char: string): boolean => /^[0-9]$/.test(char);

/**
 * The characters that may stand at the doubtful positions instead: of their kind, and a filler only in the number,
 * which it may end. A filler counts nothing, as 0 does, and A, K and U count 10, 20 and 30: no check digit tells these
 * apart.
 */
const alternativesOf = (layout: Layout, text: string, doubts: readonly MrzDoubt[], number: Positions): Alternatives => {
  const alternatives = new Map<number, readonly string[]>();
  for (const { column, line, others } of doubts) {
    const at = positionOf(layout, line, column);
    const known = alternatives.get(at) ?? [];
    const mayBeFiller = number.includes(at);
    const mayStand = (char: string): boolean =>
      char === '<' ? mayBeFiller : /^[A-Z0-9]$/.test(char) && (!layout.digitsOnly.has(at) || isDigit(char));
    const chars = [...others].filter((char) => char !== text[at] && mayStand(char));
    if (text[at] !== undefined && (text[at] !== '<' || mayBeFiller))
      alternatives.set(at, [...new Set([...known, ...chars])]);
  }
  return alternatives;
};

/** By how much a character at a position moves each check sum, modulo 10. */
const effectOf = (layout: Layout, text: string, at: number, char: string): readonly number[] =>
  checkDigitPositions(layout, text).map((check) => {
    const difference = characterValue(char) - characterValue(text.charAt(at));
    const index = check.over.indexOf(at);
    const inSum = index < 0 ? 0 : difference * (checkDigitWeights[index % 3] ?? 0);
    const inDigit = check.at === at ? difference : 0;
    return (((inSum - inDigit) % 10) + 10) % 10;
  });

/** The sums of an assignment of characters, modulo 10, one digit for each check digit; zeros where all hold. */
const added = (sums: string, effect: readonly number[]): string =>
  effect.map((one, n) => (Number(sums[n]) + one) % 10).join('');

/** More readings of one number than this are not told apart by the form of the State. */
const maxReadings = 512;

/**
 * The readings that a number may have, each with its sums: every combination of the doubtful characters in it. Readings
 * that no number of the State has are left out; with too many doubts every combination of sums is kept once.
 */
const readingsOf = (
  layout: Layout,
  text: string,
  alternatives: Alternatives,
  { isOfState, positions }: SoughtNumber,
): ReadonlySet<string> => {
  const own = [...alternatives].filter(([at]) => positions.includes(at));
  const isTold = own.reduce((product, [, chars]) => product * (chars.length + 1), 1) <= maxReadings;
  const none = effectOf(layout, text, positions[0] ?? 0, text.charAt(positions[0] ?? 0)).join('');
  let readings = new Map([[isTold ? text : '', { sums: none, read: text }]]);
  for (const [at, chars] of own) {
    const next = new Map(readings);
    for (const char of chars) {
      const effect = effectOf(layout, text, at, char);
      for (const { read, sums } of readings.values()) {
        const other = read.slice(0, at) + char + read.slice(at + 1);
        const after = added(sums, effect);
        next.set(isTold ? other : `${after}!`, { sums: after, read: other });
      }
    }
    readings = next;
  }
  const others = [...readings.values()].filter(({ read }) => read !== text);
  return new Set(others.filter(({ read }) => !isTold || isOfState(numberAt(read, positions))).map(({ sums }) => sums));
};

/**
 * Whether an assignment of the doubtful characters exists in which the number is another one of its State and every
 * check digit holds too. The sums of what stands elsewhere are counted modulo 10 position by position, so that many
 * doubts cost little.
 */
const hasOtherAssignment = (
  layout: Layout,
  text: string,
  alternatives: Alternatives,
  number: SoughtNumber,
): boolean => {
  let reachable = readingsOf(layout, text, alternatives, number);
  for (const [at, chars] of alternatives) {
    if (number.positions.includes(at)) continue;
    const effects = chars.map((char) => effectOf(layout, text, at, char));
    reachable = new Set([...reachable].flatMap((sums) => [sums, ...effects.map((effect) => added(sums, effect))]));
  }
  return [...reachable].some((sums) => /^0*$/.test(sums));
};

/** More positions than this are not tried in every combination. */
const maxEndDoubts = 6;

/** The lines with other characters at some of the positions: every combination but that of none. */
const combinationsOf = (text: string, others: readonly (readonly [at: number, char: string])[]): readonly string[] =>
  others
    .reduce<readonly string[]>(
      (all, [at, char]) => all.flatMap((one) => [one, one.slice(0, at) + char + one.slice(at + 1)]),
      [text],
    )
    .slice(1);

/**
 * Whether a number that continues in the optional data may end elsewhere. A filler alone tells where it ends, and the
 * composite check digit does not tell a filler from a K, which counts 20. So a K there may be the filler that follows
 * the check digit of the number, the filler that follows it may be a K, and either may be what a reader doubts. The
 * check digit of another length fits once in ten times (9303-5 and 9303-6, 4.2.2, note j).
 */
const mayEndElsewhere = (
  layout: Layout,
  text: string,
  doubts: readonly MrzDoubt[],
  isOfState: SoughtNumber['isOfState'],
): boolean => {
  const check = layout.checks.find(({ field }) => field === 'document_number');
  if (!check || layout.continuation.length === 0) return false;
  const numberIn = (one: string): string => numberAt(one, documentNumberPositions(layout, one));
  const end = layout.continuation.find((at) => text[at] === '<');
  const places = [check.at, ...layout.continuation];
  const kOrFiller = places.filter(
    (at) => text[check.at] === '<' && at !== check.at && (text[at] === 'K' || at === end),
  );
  const byShape = kOrFiller.map((at) => [at, text[at] === 'K' ? '<' : 'K'] as const);
  const doubted = doubts.flatMap(({ column, line, others }) => {
    const at = positionOf(layout, line, column);
    const isFiller = text[at] === '<';
    return places.includes(at)
      ? [...others].filter((char) => isFiller !== (char === '<')).map((char) => [at, char] as const)
      : [];
  });
  const others = [...doubted, ...byShape].slice(0, maxEndDoubts);
  return combinationsOf(text, others).some((one) => {
    const number = numberIn(one);
    return number !== numberIn(text) && isOfState(number) && allValid(layout, one);
  });
};

/**
 * Whether the document number of these lines is in doubt although every check digit holds: with other characters at the
 * doubtful positions, each as it was seen, the digits hold too and the number is another one. Pairs of similar
 * characters often cancel out under the weights 7, 3, 1 (`ZS` and `25`, `OO` and `00`), and a K at the end counts as
 * little as the filler that it may be. Another reading that is no number of the State is none.
 */
export const isNumberInDoubt = (
  lines: readonly string[],
  doubts: readonly MrzDoubt[],
  isOfState: (number: string) => boolean = anyNumber,
): boolean => {
  const layout = layoutOf(lines);
  const text = lines.join('');
  if (!layout || layout.checks.length === 0 || !allValid(layout, text)) return false;
  const positions = documentNumberPositions(layout, text);
  return (
    hasOtherAssignment(layout, text, alternativesOf(layout, text, doubts, positions), { positions, isOfState }) ||
    mayEndElsewhere(layout, text, doubts, isOfState)
  );
};

/** The same of the holder's own number, where the zone has one and a check digit covers it. */
export const isPersonalNumberInDoubt = (
  lines: readonly string[],
  doubts: readonly MrzDoubt[],
  isOfState: (number: string) => boolean = anyNumber,
): boolean => {
  const layout = layoutOf(lines);
  const text = lines.join('');
  if (!layout || layout.checks.length === 0 || !allValid(layout, text)) return false;
  const positions = personalNumberPositions(layout, text);
  if (numberAt(text, positions) === '') return false;
  return hasOtherAssignment(layout, text, alternativesOf(layout, text, doubts, positions), { positions, isOfState });
};

/**
 * The doubts of two readers that saw the same lines with other characters. Readers miscount the fillers at the end of a
 * line, so that those do not count; a line that is still longer is not compared.
 */
export const doubtsBetween = (lines: readonly string[], others: readonly string[]): readonly MrzDoubt[] =>
  lines.flatMap((line, row) => {
    const other = others[row]?.replace(/<+$/, '').padEnd(line.length, '<');
    if (other?.length !== line.length) return [];
    return [...line].flatMap((char, column) => {
      const seen = other.charAt(column);
      return seen === char ? [] : [{ line: row, column, others: seen }];
    });
  });

/** The lines with the characters that must have been printed. */
export const correctedLines = ({ lines, repairs }: Mrz): readonly string[] =>
  repairs.reduce(
    (all, { after, column, line }) =>
      all.map((text, at) => (at === line ? text.slice(0, column) + after + text.slice(column + 1) : text)),
    lines,
  );

/** Whether a character of the document number was corrected, so that it is not what was read. */
export const isNumberRepaired = (mrz: Mrz): boolean => {
  const lines = correctedLines(mrz);
  const layout = layoutOf(lines);
  if (!layout) return false;
  const number = documentNumberPositions(layout, lines.join(''));
  return mrz.repairs.some(({ column, line }) => number.includes(positionOf(layout, line, column)));
};
