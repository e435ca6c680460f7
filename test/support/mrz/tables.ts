/** A range that a check digit covers; lines and positions count from 1 as in the standards, the last one included. */
type CharacterRange = readonly [line: number, first: number, last: number];

export type CheckDigitTable = {
  readonly field: 'document_number' | 'date_of_birth' | 'date_of_expiry' | 'personal_number' | 'composite';
  readonly at: readonly [line: number, position: number];
  readonly over: readonly CharacterRange[];
};

/**
 * A format, copied from its standard by hand, so that neither the parser nor its library is its own judge. In the
 * picture `D` is a digit of a date, `#` a check digit, `s` the sex, a capital from `J` on a character of a number (one
 * letter for each field), and `a` everything that no correction may touch: codes, countries, names, and what no check
 * digit covers.
 */
export type MrzFormatTable = {
  readonly format: string;
  readonly picture: readonly string[];
  readonly digits: readonly CheckDigitTable[];
  /** The range in which a long document number continues. */
  readonly goesOn?: CharacterRange;
};

const a = (count: number): string => 'a'.repeat(count);

const inSecondLine = (goesWith: readonly CheckDigitTable[]): readonly CheckDigitTable[] => [
  { field: 'document_number', at: [2, 10], over: [[2, 1, 9]] },
  { field: 'date_of_birth', at: [2, 20], over: [[2, 14, 19]] },
  { field: 'date_of_expiry', at: [2, 28], over: [[2, 22, 27]] },
  ...goesWith,
];

/** ICAO 9303-5, 4.2.2 and 4.2.4. */
const td1: MrzFormatTable = {
  format: 'TD1',
  picture: [`aaaaaNNNNNNNNN#${'O'.repeat(15)}`, `DDDDDD#sDDDDDD#aaa${'P'.repeat(11)}#`, a(30)],
  digits: [
    { field: 'document_number', at: [1, 15], over: [[1, 6, 14]] },
    { field: 'date_of_birth', at: [2, 7], over: [[2, 1, 6]] },
    { field: 'date_of_expiry', at: [2, 15], over: [[2, 9, 14]] },
    {
      field: 'composite',
      at: [2, 30],
      over: [
        [1, 6, 30],
        [2, 1, 7],
        [2, 9, 15],
        [2, 19, 29],
      ],
    },
  ],
  goesOn: [1, 16, 30],
};

/** ICAO 9303-6, 4.2.2 and 4.2.4. */
const td2: MrzFormatTable = {
  format: 'TD2',
  picture: [a(36), 'NNNNNNNNN#aaaDDDDDD#sDDDDDD#OOOOOOO#'],
  digits: inSecondLine([
    {
      field: 'composite',
      at: [2, 36],
      over: [
        [2, 1, 10],
        [2, 14, 20],
        [2, 22, 35],
      ],
    },
  ]),
  goesOn: [2, 29, 35],
};

/** ICAO 9303-4, 4.2.2 and 4.2.4. */
const td3: MrzFormatTable = {
  format: 'TD3',
  picture: [a(44), `NNNNNNNNN#aaaDDDDDD#sDDDDDD#${'O'.repeat(14)}##`],
  digits: inSecondLine([
    { field: 'personal_number', at: [2, 43], over: [[2, 29, 42]] },
    {
      field: 'composite',
      at: [2, 44],
      over: [
        [2, 1, 10],
        [2, 14, 20],
        [2, 22, 43],
      ],
    },
  ]),
};

/** ICAO 9303-7, 4.2.2. */
const mrvA: MrzFormatTable = {
  format: 'MRV-A',
  picture: [a(44), `NNNNNNNNN#aaaDDDDDD#sDDDDDD#${a(16)}`],
  digits: inSecondLine([]),
};

/** ICAO 9303-7, 5.2.2. */
const mrvB: MrzFormatTable = { ...mrvA, format: 'MRV-B', picture: [a(36), `NNNNNNNNN#aaaDDDDDD#sDDDDDD#${a(8)}`] };

/** The French identity card of 1988 to 2021. It follows no standard; the layout is that of its specimens. */
const frenchCard: MrzFormatTable = {
  format: 'FRENCH_NATIONAL_ID',
  picture: [`${a(30)}NNNNNN`, `DDDDOOOPPPPP#${a(14)}DDDDDD#s#`],
  digits: [
    { field: 'document_number', at: [2, 13], over: [[2, 1, 12]] },
    { field: 'date_of_birth', at: [2, 34], over: [[2, 28, 33]] },
    {
      field: 'composite',
      at: [2, 36],
      over: [
        [1, 1, 36],
        [2, 1, 35],
      ],
    },
  ],
};

/** The French driving licence since 2013. It follows no standard; the layout is that of its specimens. */
const frenchLicence: MrzFormatTable = {
  format: 'FRENCH_DRIVING_LICENSE',
  picture: [`aaaaaNNNNNNNNN#DDDDDD${a(8)}#`],
  digits: [
    { field: 'document_number', at: [1, 15], over: [[1, 1, 14]] },
    { field: 'composite', at: [1, 30], over: [[1, 1, 29]] },
  ],
};

/** The Swiss driving licence has no check digits, so nothing in it is ever corrected. */
const swissLicence: MrzFormatTable = { format: 'SWISS_DRIVING_LICENSE', picture: [a(9), a(30), a(30)], digits: [] };

export const mrzFormatTables = {
  td1,
  td2,
  td3,
  mrvA,
  mrvB,
  frenchCard,
  frenchLicence,
  swissLicence,
} as const;

const swissForm = [/^[A-Z0-9]{3}\d{3}[DFIR]<<$/, /^FA(CHE|LIE)\d{9}\d{3}<<\d{6}<<<<<$/, /^[A-Z<]{30}$/] as const;

/** Answers the format of lines, by their number, length and beginning. */
export const formatTableOf = (lines: readonly string[]): MrzFormatTable | null => {
  if (lines.some((line) => /[^A-Z0-9<]/.test(line))) return null;
  const hasShape = ({ picture }: MrzFormatTable): boolean =>
    picture.length === lines.length && picture.every((line, i) => line.length === lines[i]?.length);
  const [first = ''] = lines;
  if (hasShape(td1)) return td1;
  if (hasShape(td3)) return first[0] === 'V' ? mrvA : td3;
  if (hasShape(td2)) {
    if (first.slice(0, 5) === 'IDFRA') return frenchCard;
    return first[0] === 'V' ? mrvB : td2;
  }
  if (hasShape(frenchLicence))
    return /^[ABD]\d$/.test(first.slice(0, 2)) && first.slice(2, 5) === 'FRA' ? frenchLicence : null;
  return hasShape(swissLicence) && swissForm.every((form, i) => form.test(lines[i] ?? '')) ? swissLicence : null;
};
