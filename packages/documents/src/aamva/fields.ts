import { type Day, isDay } from '../terms/days.ts';
import type { FieldName } from '../terms/document-terms.ts';
import type { Elements } from './file.ts';

type Fields = { readonly [Name in FieldName]?: string };

/** The day on which the holder reaches an age, in years. */
export type Birthday = { readonly age: number; readonly day: Day };

export type TruncatedName = Extract<FieldName, 'last_name' | 'first_name'>;

/** The text of a field where there is nothing to write, or nothing is known. */
const emptyMarker = /^(?:NONE|UNAVL)$/i;

const elementValue = (elements: Elements, name: string): string | undefined => {
  const value = elements.get(name);
  return value === undefined || emptyMarker.test(value) ? undefined : value;
};

/** Several given names are separated by commas or by blanks, depending on the version and the issuer. */
const joinNames = (...parts: readonly (string | undefined)[]): string | undefined =>
  parts
    .flatMap((part) => (part ?? '').split(/[\s,]+/))
    .filter((part) => part !== '')
    .join(' ') || undefined;

/**
 * Reads the names. Family, first and middle name are separate elements (DCS, DAC, DAD from version 4 on; DAB, DAC, DAD
 * in version 1), or the given names are in one (DCT, versions 2 and 3), or all names are in one (DAA, version 1:
 * family, first, middle, suffix). The suffix is no part of either name.
 */
const readNames = (elements: Elements): Pick<Fields, TruncatedName> => {
  const [last, first, middle] = elementValue(elements, 'DAA')?.split(/[,@$]/) ?? [];
  const alone = joinNames(elementValue(elements, 'DAC'), elementValue(elements, 'DAD'));
  const wholeName = first === undefined ? undefined : last?.trim();
  const last_name = elementValue(elements, 'DCS') ?? elementValue(elements, 'DAB') ?? wholeName;
  const first_name = alone ?? joinNames(elementValue(elements, 'DCT')) ?? joinNames(first, middle);
  return { ...(last_name ? { last_name } : {}), ...(first_name ? { first_name } : {}) };
};

/**
 * Parses a date. It is MMDDCCYY in the United States, and CCYYMMDD in Canada and everywhere in version 1. Some cards
 * were issued with the other format. From 1900 on no eight digits are a valid day in both formats, so the format in
 * which they are a valid day is taken.
 */
const parseDay = (value: string): Day | undefined => {
  const [, a = '', b = '', c = '', d = ''] = /^(\d\d)[-/]?(\d\d)[-/]?(\d\d)[-/]?(\d\d)$/.exec(value) ?? [];
  return [`${c}${d}-${a}-${b}`, `${a}${b}-${c}-${d}`].find((day) => day >= '1900' && isDay(day));
};

/**
 * The texts that States write for the expiry of a document that has none: nines or zeros, `INDEF` (Texas), `MIL` for
 * members of the armed forces, and words like these.
 */
const endlessMarker = /^(?:9+|0+|INDEF.*|MIL.*|NEVER.*|NON?EXP.*|PERM.*|LIFE.*|UNLIM.*|NA)$/i;

/** No card is valid into another century after the next; such a year is one that never comes. */
const firstYearOfNever = '2200';

/** Whether the card states that it never expires. */
export const neverExpires = (elements: Elements): boolean => {
  const written = elementValue(elements, 'DBA') ?? '';
  const day = parseDay(written);
  return day === undefined ? endlessMarker.test(written.replace(/[\s/-]/g, '')) : day >= firstYearOfNever;
};

/** The codes are 1, 2 and 9 (not specified); some cards of version 1 have the letters of ANSI D20. */
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

/** The territories of the United States, by the code that ISO 3166-1 has for each. */
const territories = new Map([
  ['US-AS', 'ASM'],
  ['US-GU', 'GUM'],
  ['US-MP', 'MNP'],
  ['US-PR', 'PRI'],
  ['US-VI', 'VIR'],
]);

/** The territory that a jurisdiction is, as in ISO 3166-1. */
export const territoryOf = (jurisdiction: string | null): string | null => territories.get(jurisdiction ?? '') ?? null;

/**
 * The country that issued the card: the one that the card names (DCG, from version 2 on), else that of the issuer's
 * number. The standard has the United States there for its territories; some issuers write the territory's own code.
 */
const issuingCountry = (elements: Elements, jurisdiction: string | null): string | undefined => {
  const ofIssuer = countries.get(jurisdiction?.slice(0, 2) ?? '');
  const written = elementValue(elements, 'DCG') ?? '';
  if (['', territoryOf(jurisdiction), jurisdiction?.slice(3)].includes(written)) return ofIssuer;
  return /^[A-Z]{3}$/.test(written) ? written : countries.get(written);
};

/** Reads the document and its holder from the elements. */
export const aamvaFields = (elements: Elements, jurisdiction: string | null): Fields => {
  const day = (name: string): Day | undefined => parseDay(elementValue(elements, name) ?? '');
  const fields: { readonly [Name in FieldName]?: string | undefined } = {
    ...readNames(elements),
    document_number: elementValue(elements, 'DAQ'),
    issuing_country: issuingCountry(elements, jurisdiction),
    date_of_birth: day('DBB'),
    date_of_issue: day('DBD'),
    date_of_expiry: neverExpires(elements) ? undefined : day('DBA'),
    sex: sexes.get(elementValue(elements, 'DBC') ?? ''),
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
};

/** The elements of each name: the whole name in one of version 1, or one of its own. */
const nameElements = { last_name: ['DCS', 'DAB', 'DAA'], first_name: ['DAC', 'DCT', 'DAA'] } as const;

/** The names that the card states not to be there: it has their element, and nothing or a marker in it. */
export const absentNames = (elements: Elements, empty: ReadonlySet<string>): readonly TruncatedName[] => {
  const names = readNames(elements);
  return (['last_name', 'first_name'] as const).filter(
    (name) =>
      names[name] === undefined && nameElements[name].some((element) => elements.has(element) || empty.has(element)),
  );
};

/** The names that the card marks as truncated: `T` in DDE for the family name, in DDF and DDG for the given names. */
export const truncatedNames = (elements: Elements): readonly TruncatedName[] => {
  const isTruncated = (name: string): boolean => elements.get(name) === 'T';
  return [
    ...(isTruncated('DDE') ? (['last_name'] as const) : []),
    ...(isTruncated('DDF') || isTruncated('DDG') ? (['first_name'] as const) : []),
  ];
};

/** The dates with eight digits that are no day in either order, as in month 13. */
export const noDays = (elements: Elements): readonly FieldName[] => {
  const isNoDay = (name: string): boolean => {
    const written = (elementValue(elements, name) ?? '').replace(/[-/]/g, '');
    return /^\d{8}$/.test(written) && !endlessMarker.test(written) && parseDay(written) === undefined;
  };
  return (
    [
      ['DBB', 'date_of_birth'],
      ['DBA', 'date_of_expiry'],
    ] as const
  ).flatMap(([name, field]) => (isNoDay(name) ? [field] : []));
};

/**
 * The days on which the holder turns 18, 19 and 21, as cards of young people state them (DDH, DDI, DDJ). Some issuers
 * write a day before the birth, or one that never comes, where there is none.
 */
export const birthdaysAhead = (elements: Elements): readonly Birthday[] => {
  const dayIn = (name: string): Day | undefined => parseDay(elementValue(elements, name) ?? '');
  const born = dayIn('DBB') ?? '';
  return (
    [
      ['DDH', 18],
      ['DDI', 19],
      ['DDJ', 21],
    ] as const
  ).flatMap(([name, age]) => {
    const day = dayIn(name);
    return day === undefined || day <= born || day >= firstYearOfNever ? [] : [{ age, day }];
  });
};
