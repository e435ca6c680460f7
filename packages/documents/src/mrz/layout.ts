import { type FieldName as MrzFieldName, parse, type Range } from 'mrz';
import { type CheckDigit, type MrzFormat, type MrzSize, mrzSizes } from './mrz.ts';

/** Positions in an MRZ: its lines are joined, and positions are counted from 0. */
export type Positions = readonly number[];

/** The position of the first character of a line, counted from 0, in lines of these lengths. */
export const lineStart = (lengths: readonly number[], line: number): number =>
  lengths.slice(0, line).reduce((sum, length) => sum + length, 0);

/** The text at these positions. */
export const textAt = (text: string, positions: Positions = []): string =>
  positions.map((position) => text.charAt(position)).join('');

/** A check digit: its position, and the positions over which it is computed. */
export type CheckDigitPosition = { readonly field: CheckDigit['field']; readonly at: number; readonly over: Positions };

/** The layout of a format: which field is where. */
export type Layout = {
  readonly format: MrzFormat;
  readonly lengths: readonly number[];
  readonly fields: ReadonlyMap<MrzFieldName, Positions>;
  readonly checks: readonly CheckDigitPosition[];
  /** Where a document number of more than nine characters continues, if it may. */
  readonly continuation: Positions;
  /** The positions where no letter is allowed. */
  readonly digitsOnly: ReadonlySet<number>;
  /** The fields where a letter is allowed as well as a digit. */
  readonly alphanumeric: readonly Positions[];
};

const digitNames: readonly (readonly [MrzFieldName, CheckDigit['field']])[] = [
  ['documentNumberCheckDigit', 'document_number'],
  ['birthDateCheckDigit', 'date_of_birth'],
  ['expirationDateCheckDigit', 'date_of_expiry'],
  ['personalNumberCheckDigit', 'personal_number'],
  ['compositeCheckDigit', 'composite'],
];

const digitFields: readonly MrzFieldName[] = [
  'birthDate',
  'expirationDate',
  'issueDate',
  ...digitNames.map(([name]) => name),
];

const alphanumericFields: readonly MrzFieldName[] = [
  'documentNumber',
  'personalNumber',
  'optional',
  'optional1',
  'optional2',
  'administrativeCode',
  'administrativeCode2',
];

const blank = (...lengths: readonly number[]): readonly string[] => lengths.map((length) => '<'.repeat(length));

/**
 * The layout that the library has for lines like these, without the fields that the library reports and the format does
 * not have.
 */
const layoutFrom = (format: MrzFormat, like: readonly string[], ...none: readonly MrzFieldName[]): Layout => {
  const lengths = like.map(({ length }) => length);
  const positionsOf = ({ line, start, end }: Range): Positions => {
    const before = lineStart(lengths, line);
    return Array.from({ length: end - start }, (_, i) => before + start + i);
  };
  const ranges = new Map(
    parse(like).details.flatMap(({ field, ranges: [own, ...related] }) =>
      field && own && !none.includes(field)
        ? [[field, { own: positionsOf(own), related: related.map(positionsOf) }]]
        : [],
    ),
  );
  const fields = new Map([...ranges].map(([field, { own }]) => [field, own]));
  const among = (names: readonly MrzFieldName[]): readonly Positions[] => names.map((name) => fields.get(name) ?? []);
  const checks = digitNames.flatMap(([name, field]): readonly CheckDigitPosition[] => {
    const { own: [at] = [], related = [] } = ranges.get(name) ?? {};
    // The library names the field where a long number continues beside the number itself.
    const over = field === 'document_number' ? (related[0] ?? []) : related.flat();
    return at === undefined ? [] : [{ field, at, over }];
  });
  return {
    format,
    lengths,
    fields,
    checks,
    continuation: fields.get('optional1') ?? fields.get('optional') ?? [],
    digitsOnly: new Set(among(digitFields).flat()),
    alphanumeric: among(alphanumericFields),
  };
};

const { TD1, TD2, TD3 } = mrzSizes;
const blankMrz = ({ lineCount, lineLength }: MrzSize): readonly string[] =>
  blank(...Array.from({ length: lineCount }, () => lineLength));

const td1 = layoutFrom('TD1', blankMrz(TD1));
const td2 = layoutFrom('TD2', blankMrz(TD2));
const td3 = layoutFrom('TD3', blankMrz(TD3));
// A visa ends with optional data that no check digit covers, where a passport or card has more check digits (9303-7,
// 4.2.2 and 5.2.2).
const mrvA = layoutFrom('MRV-A', blankMrz(TD3), 'personalNumber', 'personalNumberCheckDigit', 'compositeCheckDigit');
const mrvB = layoutFrom('MRV-B', blankMrz(TD2), 'optional', 'compositeCheckDigit');
const frenchCard = layoutFrom('FRENCH_NATIONAL_ID', ['IDFRA'.padEnd(TD2.lineLength, '<'), ...blank(TD2.lineLength)]);
// With a valid code, as the library would load the lists of languages to tell what is wrong with another one.
const frenchLicence = layoutFrom('FRENCH_DRIVING_LICENSE', ['D1'.padEnd(30, '<')]);
const swissLicence = layoutFrom('SWISS_DRIVING_LICENSE', blank(9, 30, 30));
// It has no check digits, so all that can be verified is that every character is of its kind.
const swissPattern = /^[A-Z0-9]{3}[0-9]{3}[DFIR]<< FA(CHE|LIE)[0-9]{12}<<[0-9]{6}<{5} [A-Z<]{30}$/;

/**
 * The layout of lines of this number, length and beginning; `null` where no format matches. The library recognizes a
 * French card by digits in the names of any card, a French licence by its length alone, and does not know visas.
 */
export const layoutOf = (lines: readonly string[]): Layout | null => {
  const [first = ''] = lines;
  const isVisa = first.startsWith('V');
  switch (lines.map(({ length }) => length).join(' ')) {
    case '30 30 30':
      return td1;
    case '36 36':
      if (first.startsWith('IDFRA')) return frenchCard;
      return isVisa ? mrvB : td2;
    case '44 44':
      return isVisa ? mrvA : td3;
    case '30':
      return /^[ABD][0-9]FRA/.test(first) ? frenchLicence : null;
    case '9 30 30':
      return swissPattern.test(lines.join(' ')) ? swissLicence : null;
    default:
      return null;
  }
};
