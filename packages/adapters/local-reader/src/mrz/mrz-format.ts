import { characterValue, checkDigitOf } from '@portcullis/documents';

/** The machine-readable zones of ICAO Doc 9303 parts 4 to 7, and the card that France issued until 2021. */
export type MrzFormatName = 'TD1' | 'TD2' | 'TD3' | 'MRV-A' | 'MRV-B' | 'FRENCH_NATIONAL_ID';

/** A range of a line: `[line, first column, column after the last]`. */
export type Span = readonly [line: number, from: number, to: number];

/** A check digit: its position, and the ranges that it is computed over. */
export type CheckDigitSpans = { readonly at: readonly [line: number, column: number]; readonly over: readonly Span[] };

/**
 * `classes` has one letter for each position: `a` is a letter, `d` a digit, `n` either, `s` the sex. The filler `<` may
 * stand in each. `fields` has for each line the columns where its fields begin. `states` are the codes of the issuing
 * State and of the nationality, and `names` the fields of the names. No check digit covers them, except on the French
 * card, which has no `states` because its first line begins with one text.
 */
export type MrzFormatLayout = {
  readonly name: MrzFormatName;
  readonly classes: readonly string[];
  readonly checks: readonly [CheckDigitSpans, ...CheckDigitSpans[]];
  readonly fields: readonly (readonly number[])[];
  readonly states: readonly Span[];
  readonly names: readonly [Span, ...Span[]];
};

const a = (count: number): string => 'a'.repeat(count);
const d = (count: number): string => 'd'.repeat(count);
const n = (count: number): string => 'n'.repeat(count);

/** The positions of the number and of both dates in the second line of every format with two lines. */
const number: CheckDigitSpans = { at: [1, 9], over: [[1, 0, 9]] };
const birth: CheckDigitSpans = { at: [1, 19], over: [[1, 13, 19]] };
const expiry: CheckDigitSpans = { at: [1, 27], over: [[1, 21, 27]] };

/** Where the fields begin, and the codes of both States, in every format with two lines of this organization. */
const fieldsOfTwoLines = [[5], [10, 13, 20, 21, 28]];
const statesOfTwoLines: readonly Span[] = [
  [0, 2, 5],
  [1, 10, 13],
];

/**
 * Doc 9303 part 4: number, check digit, nationality, birth, check digit, sex, expiry, check digit, personal number,
 * check digit, composite check digit.
 */
const td3: MrzFormatLayout = {
  name: 'TD3',
  classes: [a(44), `${n(9) + d(1) + a(3) + d(7)}s${d(7)}${n(14)}${d(2)}`],
  checks: [
    number,
    birth,
    expiry,
    { at: [1, 42], over: [[1, 28, 42]] },
    {
      at: [1, 43],
      over: [
        [1, 0, 10],
        [1, 13, 20],
        [1, 21, 43],
      ],
    },
  ],
  fields: fieldsOfTwoLines,
  states: statesOfTwoLines,
  names: [[0, 5, 44]],
};

/** The format of Doc 9303 part 6. */
const td2: MrzFormatLayout = {
  name: 'TD2',
  classes: [a(36), `${n(9) + d(1) + a(3) + d(7)}s${d(7)}${n(7)}${d(1)}`],
  checks: [
    number,
    birth,
    expiry,
    {
      at: [1, 35],
      over: [
        [1, 0, 10],
        [1, 13, 20],
        [1, 21, 35],
      ],
    },
  ],
  fields: fieldsOfTwoLines,
  states: statesOfTwoLines,
  names: [[0, 5, 36]],
};

/** The format of Doc 9303 part 5. */
const td1: MrzFormatLayout = {
  name: 'TD1',
  classes: [a(5) + n(9) + d(1) + n(15), `${d(7)}s${d(7)}${a(3)}${n(11)}${d(1)}`, a(30)],
  checks: [
    { at: [0, 14], over: [[0, 5, 14]] },
    { at: [1, 6], over: [[1, 0, 6]] },
    { at: [1, 14], over: [[1, 8, 14]] },
    {
      at: [1, 29],
      over: [
        [0, 5, 30],
        [1, 0, 7],
        [1, 8, 15],
        [1, 18, 29],
      ],
    },
  ],
  fields: [[5, 15], [7, 8, 15, 18], []],
  states: [
    [0, 2, 5],
    [1, 15, 18],
  ],
  names: [[2, 0, 30]],
};

/**
 * The formats of Doc 9303 part 7. A visa ends in optional data that no check digit covers, and it has no composite
 * check digit.
 */
const visa = (name: MrzFormatName, length: number): MrzFormatLayout => ({
  name,
  classes: [a(length), `${n(9) + d(1) + a(3) + d(7)}s${d(7)}${n(length - 28)}`],
  checks: [number, birth, expiry],
  fields: fieldsOfTwoLines,
  states: statesOfTwoLines,
  names: [[0, 5, length]],
});
const mrvA = visa('MRV-A', 44);
const mrvB = visa('MRV-B', 36);

const frenchCard: MrzFormatLayout = {
  name: 'FRENCH_NATIONAL_ID',
  classes: [a(30) + n(6), `${n(12) + d(1) + a(14) + d(7)}s${d(1)}`],
  checks: [
    { at: [1, 12], over: [[1, 0, 12]] },
    { at: [1, 33], over: [[1, 27, 33]] },
    {
      at: [1, 35],
      over: [
        [0, 0, 36],
        [1, 0, 35],
      ],
    },
  ],
  fields: [
    [5, 30],
    [13, 27, 34],
  ],
  states: [],
  names: [
    [0, 5, 30],
    [1, 13, 27],
  ],
};

/**
 * A number with more than nine characters has a filler in the place of its check digit and continues in the optional
 * field, where the check digit is its last character (Doc 9303 part 5, section 4.2.2 note j; part 6 likewise).
 */
const withLongNumber = (format: MrzFormatLayout, lines: readonly string[], from: number): MrzFormatLayout => {
  const [{ at, over }, ...others] = format.checks;
  const [line, column] = at;
  const rest = /^[A-Z0-9]{2,}(?=<)/.exec(lines[line]?.slice(from) ?? '')?.[0].length;
  if (lines[line]?.[column] !== '<' || rest === undefined) return format;
  const end = from + rest - 1;
  return { ...format, checks: [{ at: [line, end], over: [...over, [line, from, end]] }, ...others] };
};

/** The format that has this number of lines and these lengths, or `null`. Nothing is cut or padded to fit. */
export const formatOf = (lines: readonly string[]): MrzFormatLayout | null => {
  const [first = ''] = lines;
  const isVisa = first.startsWith('V');
  switch (lines.map(({ length }) => length).join(' ')) {
    case '30 30 30':
      return withLongNumber(td1, lines, 15);
    case '36 36':
      if (first.startsWith('IDFRA')) return frenchCard;
      return isVisa ? mrvB : withLongNumber(td2, lines, 28);
    case '44 44':
      return isVisa ? mrvA : td3;
    default:
      return null;
  }
};

const spanOf = (lines: readonly string[], [line, from, to]: Span): string => lines[line]?.slice(from, to) ?? '';

/** Whether a check digit is valid as printed. A filler in its place counts as zero (Doc 9303 part 4, note j). */
export const isCheckDigitValid = ({ at: [line, column], over }: CheckDigitSpans, lines: readonly string[]): boolean =>
  checkDigitOf(over.map((span) => spanOf(lines, span)).join('')) === characterValue(lines[line]?.[column] ?? '');

/** Whether every check digit of the format is valid. */
export const areAllChecksValid = (format: MrzFormatLayout, lines: readonly string[]): boolean =>
  format.checks.every((check) => isCheckDigitValid(check, lines));

/** How many check digits of the format are valid, and how many there are. */
export const scoreChecks = (
  format: MrzFormatLayout,
  lines: readonly string[],
): { readonly validChecks: number; readonly totalChecks: number } => ({
  validChecks: format.checks.filter((check) => isCheckDigitValid(check, lines)).length,
  totalChecks: format.checks.length,
});
