import { evaluateMrz } from './oracle.ts';

/**
 * The facts of an MRZ about its document, computed here so that the parser is not its own judge. `null` means that it
 * proves nothing.
 */
export type MrzVerdict = {
  readonly code: string;
  readonly state: string;
  /** The date is `YYMMDD` as printed, and empty when the format has no such date. */
  readonly born: string;
  readonly expires: string;
  /** The document's number and the holder's family names, with capitals and digits alone. */
  readonly number: string;
  readonly lastName: string;
};

const normalized = (text: string): string => text.toUpperCase().replace(/[^A-Z0-9]/g, '');
const familyName = (text: string): string => normalized(text.split('<<')[0] ?? '');

type Reading = (lines: readonly string[]) => MrzVerdict;

const inTwoLines: Reading = ([first = '', second = '']) => {
  const rest =
    first.length === 36 && second[9] === '<' ? (/^[A-Z0-9]*/.exec(second.slice(28))?.[0].slice(0, -1) ?? '') : '';
  return {
    code: first.slice(0, 2),
    state: first.slice(2, 5).replaceAll('<', ''),
    number: normalized(second.slice(0, 9) + rest),
    born: second.slice(13, 19),
    expires: second.slice(21, 27),
    lastName: familyName(first.slice(5)),
  };
};

const onCard: Reading = ([first = '', second = '', third = '']) => {
  const rest = first[14] === '<' ? (/^[A-Z0-9]*/.exec(first.slice(15))?.[0].slice(0, -1) ?? '') : '';
  return {
    code: first.slice(0, 2),
    state: first.slice(2, 5).replaceAll('<', ''),
    number: normalized(first.slice(5, 14) + rest),
    born: second.slice(0, 6),
    expires: second.slice(8, 14),
    lastName: familyName(third),
  };
};

const readings: Readonly<Record<string, Reading>> = {
  TD1: onCard,
  TD2: inTwoLines,
  TD3: inTwoLines,
  'MRV-A': inTwoLines,
  'MRV-B': inTwoLines,
  FRENCH_NATIONAL_ID: ([first = '', second = '']) => ({
    code: 'ID',
    state: 'FRA',
    number: second.slice(0, 12),
    born: second.slice(27, 33),
    expires: '',
    lastName: normalized(first.slice(5, 30)),
  }),
  FRENCH_DRIVING_LICENSE: ([line = '']) => ({
    code: line.slice(0, 2),
    state: 'FRA',
    number: normalized(line.slice(5, 14)),
    born: '',
    expires: line.slice(15, 21),
    lastName: normalized(line.slice(21, 29)),
  }),
};

/**
 * Answers the verdict of an MRZ with valid check digits, unchanged or after the only possible correction; the Swiss
 * licence has none.
 */
export const mrzVerdict = (lines: readonly string[]): MrzVerdict | null => {
  const judged = evaluateMrz(lines);
  return judged?.valid ? (readings[judged.format]?.(judged.lines) ?? null) : null;
};

type PrintedFields = { readonly [name: string]: { readonly value: string } | null | undefined };

/**
 * Says whether the printed fields name the document of the MRZ or its holder: by the number, or by family name and
 * birthday.
 */
export const isPrintedOnDocument = ({ born, lastName, number }: MrzVerdict, printed: PrintedFields): boolean => {
  const said = (name: string): string => normalized(printed[name]?.value ?? '');
  // The names of the cases have one spelling without diacritics; other spellings are not known to be equal.
  const named = said('last_name') !== '' && said('last_name') === lastName;
  return (number !== '' && said('document_number') === number) || (named && said('date_of_birth').slice(2) === born);
};
