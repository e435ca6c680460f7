import { checkDigit } from './readings.ts';

/** What a zone says of its document, worked out here so that the parser is not its own judge. `null`: it proves nothing. */
export type ZoneVerdict = {
  readonly code: string;
  readonly state: string;
  /** `YYMMDD`, as printed. */
  readonly born: string;
  readonly expires: string;
  /** The document's number and the holder's family names, capitals and digits alone. */
  readonly number: string;
  readonly lastName: string;
};

const value = (char: string | undefined): string => (char === '<' || char === undefined ? '0' : char);
const right = (text: string, char: string | undefined): boolean => checkDigit(text) === value(char);

const plain = (text: string): string => text.toUpperCase().replace(/[^A-Z0-9]/g, '');
const familyName = (text: string): string => plain(text.split('<<')[0] ?? '');

const passport = (first: string, second: string): ZoneVerdict | null => {
  const part = (from: number, to: number): string => second.slice(from, to);
  const holds =
    right(part(0, 9), second[9]) &&
    right(part(13, 19), second[19]) &&
    right(part(21, 27), second[27]) &&
    right(part(28, 42), second[42]) &&
    right(part(0, 10) + part(13, 20) + part(21, 43), second[43]);
  const state = first.slice(2, 5).replaceAll('<', '');
  const holder = { born: part(13, 19), expires: part(21, 27), lastName: familyName(first.slice(5)) };
  return holds ? { code: first.slice(0, 2), state, number: plain(part(0, 9)), ...holder } : null;
};

const card = (first: string, second: string, third: string): ZoneVerdict | null => {
  const holds =
    right(first.slice(5, 14), first[14]) &&
    right(second.slice(0, 6), second[6]) &&
    right(second.slice(8, 14), second[14]) &&
    right(first.slice(5) + second.slice(0, 7) + second.slice(8, 15) + second.slice(18, 29), second[29]);
  const state = first.slice(2, 5).replaceAll('<', '');
  const holder = { born: second.slice(0, 6), expires: second.slice(8, 14), lastName: familyName(third) };
  return holds ? { code: first.slice(0, 2), state, number: plain(first.slice(5, 14)), ...holder } : null;
};

/** The zone of two lines of 44 or three lines of 30 letters whose check digits all hold (ICAO 9303 parts 4 and 5). */
export const judgeZone = (lines: readonly string[]): ZoneVerdict | null => {
  const [first = '', second = '', third = ''] = lines;
  const lengths = lines.map(({ length }) => length).join(' ');
  if (lengths === '44 44') return passport(first, second);
  return lengths === '30 30 30' ? card(first, second, third) : null;
};

type Printed = { readonly [name: string]: { readonly value: string } | null | undefined };

/** Whether what is printed names the document of the zone, or its holder: the number, or family name and birthday. */
export const isPrintedToo = ({ born, lastName, number }: ZoneVerdict, printed: Printed): boolean => {
  const said = (name: string): string => plain(printed[name]?.value ?? '');
  // The names of the cases have one spelling without marks; whatever else is not known to be the same.
  const named = said('last_name') !== '' && said('last_name') === lastName;
  return (number !== '' && said('document_number') === number) || (named && said('date_of_birth').slice(2) === born);
};
