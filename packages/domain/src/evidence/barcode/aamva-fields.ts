import { type Day, isDay } from '../dates.ts';
import type { FieldName } from '../document-reading.ts';
import type { Elements } from './aamva-file.ts';

type Fields = { readonly [Name in FieldName]?: string };

export type TruncatedName = Extract<FieldName, 'last_name' | 'first_name'>;

/** What is written where there is nothing to write, or nothing is known. */
const nothing = /^(?:NONE|UNAVL)$/i;

const said = (elements: Elements, name: string): string | undefined => {
  const value = elements.get(name);
  return value === undefined || nothing.test(value) ? undefined : value;
};

/** Several given names are written with commas or with blanks between them, as the version and the issuer like. */
const joined = (...parts: readonly (string | undefined)[]): string | undefined =>
  parts
    .flatMap((part) => (part ?? '').split(/[\s,]+/))
    .filter((part) => part !== '')
    .join(' ') || undefined;

/**
 * The names: family, first and middle by themselves (DCS, DAC, DAD from version 4 on; DAB, DAC, DAD in version 1), the
 * given names in one (DCT, versions 2 and 3), or all in one (DAA, version 1: family, first, middle, suffix). The suffix
 * is no part of either name.
 */
const namesIn = (elements: Elements): Pick<Fields, TruncatedName> => {
  const [last, first, middle] = said(elements, 'DAA')?.split(/[,@$]/) ?? [];
  const alone = joined(said(elements, 'DAC'), said(elements, 'DAD'));
  const wholeName = first === undefined ? undefined : last?.trim();
  const last_name = said(elements, 'DCS') ?? said(elements, 'DAB') ?? wholeName;
  const first_name = alone ?? joined(said(elements, 'DCT')) ?? joined(first, middle);
  return { ...(last_name ? { last_name } : {}), ...(first_name ? { first_name } : {}) };
};

/**
 * A date: MMDDCCYY in the United States, CCYYMMDD in Canada and everywhere in version 1. Cards have been issued with the
 * other one. From 1900 on no eight digits are a day in both, so what is a day in one of them is taken for that.
 */
const dayIn = (value: string): Day | undefined => {
  const [, a = '', b = '', c = '', d = ''] = /^(\d\d)[-/]?(\d\d)[-/]?(\d\d)[-/]?(\d\d)$/.exec(value) ?? [];
  return [`${c}${d}-${a}-${b}`, `${a}${b}-${c}-${d}`].find((day) => day >= '1900' && isDay(day));
};

/** 1, 2 and 9 (not specified); version 1 has the letters of ANSI D20 on some cards. */
const sexes = new Map([
  ['1', 'M'],
  ['2', 'F'],
  ['9', 'X'],
  ['M', 'M'],
  ['F', 'F'],
  ['X', 'X'],
]);

const countries = new Map([
  ['US', 'USA'],
  ['CA', 'CAN'],
  ['MX', 'MEX'],
]);

/** The country that issued the card: as it says (DCG, from version 2 on), else that of the issuer's number. */
const countryIn = (elements: Elements, jurisdiction: string | null): string | undefined => {
  const written = said(elements, 'DCG');
  if (written !== undefined) return /^[A-Z]{3}$/.test(written) ? written : countries.get(written);
  return countries.get(jurisdiction?.slice(0, 2) ?? '');
};

/** What the elements say of the document and its holder. */
export const fieldsOf = (elements: Elements, jurisdiction: string | null): Fields => {
  const day = (name: string): Day | undefined => dayIn(said(elements, name) ?? '');
  const fields: { readonly [Name in FieldName]?: string | undefined } = {
    ...namesIn(elements),
    document_number: said(elements, 'DAQ'),
    issuing_country: countryIn(elements, jurisdiction),
    date_of_birth: day('DBB'),
    date_of_issue: day('DBD'),
    date_of_expiry: day('DBA'),
    sex: sexes.get(said(elements, 'DBC') ?? ''),
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
};

/** The names that the card says it cut short: `T` in DDE for the family name, in DDF and DDG for the given ones. */
export const truncatedIn = (elements: Elements): readonly TruncatedName[] => {
  const isCut = (name: string): boolean => elements.get(name) === 'T';
  return [
    ...(isCut('DDE') ? (['last_name'] as const) : []),
    ...(isCut('DDF') || isCut('DDG') ? (['first_name'] as const) : []),
  ];
};
