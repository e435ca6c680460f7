import { checkDigit } from '../builders/readings.ts';
import { type CheckDigitTable, formatTableOf, type MrzFormatTable } from './tables.ts';

export type Correction = {
  readonly line: number;
  readonly column: number;
  readonly before: string;
  readonly after: string;
};

/** The result for an MRZ by arithmetic alone; lines and columns of corrections count from 0. */
export type MrzEvaluation = {
  readonly format: string;
  readonly digits: readonly { readonly field: CheckDigitTable['field']; readonly valid: boolean }[];
  readonly valid: boolean;
  readonly repairs: readonly Correction[];
  /** The lines as they must have been printed. */
  readonly lines: readonly string[];
};

type Lines = readonly string[];

/** The letters and digits that OCR confuses. */
const alike = ['O0', 'D0', 'Q0', 'I1', 'Z2', 'S5', 'G6', 'B8'];
const lookalikes = (char: string): readonly string[] =>
  alike.filter((pair) => pair.includes(char)).map((pair) => pair.replace(char, ''));

const isDigit = (char: string | undefined): boolean => char !== undefined && /^[0-9]$/.test(char);
const isLetter = (char: string | undefined): boolean => char !== undefined && /^[A-Z]$/.test(char);

const charAt = (lines: Lines, [line, position]: readonly [number, number]): string =>
  lines[line - 1]?.[position - 1] ?? '';
const textAt = (lines: Lines, [line, first, last]: readonly [number, number, number]): string =>
  lines[line - 1]?.slice(first - 1, last) ?? '';

/**
 * Answers the check digits of this MRZ: that of a long number follows its last character (9303-5 and 9303-6, 4.2.2 note
 * j).
 */
const digitsOf = ({ digits, goesOn }: MrzFormatTable, lines: Lines): readonly CheckDigitTable[] =>
  digits.map((digit) => {
    if (digit.field !== 'document_number' || !goesOn || charAt(lines, digit.at) !== '<') return digit;
    const [rest] = /^[A-Z0-9]{2,}(?=<)/.exec(textAt(lines, goesOn)) ?? [];
    if (!rest) return digit;
    const [line, first] = goesOn;
    return {
      ...digit,
      at: [line, first + rest.length - 1],
      over: [...digit.over, [line, first, first + rest.length - 2]],
    };
  });

/** Says whether there are letters where only digits are allowed, in the characters that a check digit covers. */
const hasLetterAmongDigits = ({ picture }: MrzFormatTable, lines: Lines, { over }: CheckDigitTable): boolean =>
  over.some((part) => {
    const kinds = textAt(picture, part);
    return [...textAt(lines, part)].some((char, i) => isLetter(char) && /[D#]/.test(kinds.charAt(i)));
  });

const isRight = (table: MrzFormatTable, lines: Lines, digit: CheckDigitTable): boolean => {
  const printed = charAt(lines, digit.at);
  const text = digit.over.map((part) => textAt(lines, part)).join('');
  if (printed === '<') return digit.field === 'personal_number' && /^<+$/.test(text);
  return !hasLetterAmongDigits(table, lines, digit) && checkDigit(text) === printed;
};

const allRight = (table: MrzFormatTable, lines: Lines): boolean =>
  digitsOf(table, lines).every((digit) => isRight(table, lines, digit));

const withCorrections = (lines: Lines, corrections: readonly Correction[]): Lines =>
  lines.map((text, n) =>
    corrections
      .filter(({ line }) => line === n)
      .reduce((changed, { column, after }) => changed.slice(0, column) + after + changed.slice(column + 1), text),
  );

/** Answers every single exchange of a character for a confusable one, in positions of this kind. */
const exchanges = ({ picture }: MrzFormatTable, lines: Lines, places: RegExp): readonly Correction[] =>
  lines.flatMap((text, line) =>
    [...text].flatMap((before, column) =>
      places.test(picture[line]?.charAt(column) ?? '')
        ? lookalikes(before).map((after) => ({ line, column, before, after }))
        : [],
    ),
  );

/**
 * Says whether the character that was read is an exception in its field: a digit after a letter and not before a digit,
 * or the reverse.
 */
const isOdd = ({ picture }: MrzFormatTable, lines: Lines, { line, column, before }: Correction): boolean => {
  const near = (at: number): string | undefined =>
    picture[line]?.charAt(at) === picture[line]?.charAt(column) ? lines[line]?.charAt(at) : undefined;
  return isDigit(before)
    ? isLetter(near(column - 1)) && !isDigit(near(column + 1))
    : isDigit(near(column - 1)) && !isLetter(near(column + 1));
};

/** Answers the corrections of the only solution; none when there is nothing to correct, or more than one solution. */
const repairsOf = (table: MrzFormatTable, lines: Lines): readonly Correction[] => {
  if (table.digits.length === 0 || allRight(table, lines)) return [];
  const forced = exchanges(table, lines, /[D#]/).filter(({ before }) => isLetter(before));
  const plain = withCorrections(lines, forced);
  if (allRight(table, plain)) return forced;
  const ways = exchanges(table, plain, /[J-Z]/).filter((slip) => allRight(table, withCorrections(plain, [slip])));
  const [only] = ways;
  return only && ways.length === 1 && isOdd(table, plain, only) ? [...forced, only] : [];
};

const byPosition = (one: Correction, other: Correction): number => one.line - other.line || one.column - other.column;

/** Evaluates lines; answers `null` when they have no known format. */
export const evaluateMrz = (lines: readonly string[]): MrzEvaluation | null => {
  const table = formatTableOf(lines);
  if (!table) return null;
  const repairs = repairsOf(table, lines).toSorted(byPosition);
  const corrected = withCorrections(lines, repairs);
  const digits = digitsOf(table, corrected).map((digit) => ({
    field: digit.field,
    valid: isRight(table, corrected, digit),
  }));
  return { format: table.format, digits, valid: digits.every(({ valid }) => valid), repairs, lines: corrected };
};
