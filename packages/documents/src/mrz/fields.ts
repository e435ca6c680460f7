import type { FieldName as MrzFieldName } from 'mrz';
import { type Day, parseMrzDate } from '../terms/days.ts';
import type { FieldName } from '../terms/document-terms.ts';
import { checkDigitPositions } from './check-digits.ts';
import { type Layout, layoutOf, type Positions, textAt } from './layout.ts';
import type { CheckDigit, Mrz } from './mrz.ts';
import type { MrzNames } from './names.ts';
import { mayBePersonalNumber } from './personal-numbers.ts';

const sexes: Readonly<Record<string, string>> = { M: 'male', F: 'female', '<': 'nonspecified' };

/** ICAO 9303-3, section 5 allows `D` for Germany; every other code has three letters. */
const countryCode = (code: string): string => (code === 'D' ? 'DEU' : code);

const withoutEmpty = (fields: { readonly [Name in FieldName]: string | undefined }): Mrz['fields'] =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== ''));

/** The positions of the whole document number: a long one is in two fields, that of the French card in three. */
export const documentNumberPositions = (layout: Layout, text: string): Positions => {
  const positionsOf = (...names: readonly MrzFieldName[]): Positions =>
    names.flatMap((name) => layout.fields.get(name) ?? []);
  // The check digit of this licence is computed over more than the number.
  if (layout.format === 'FRENCH_DRIVING_LICENSE') return positionsOf('documentNumber');
  if (layout.format === 'SWISS_DRIVING_LICENSE') return positionsOf('pinCode', 'versionNumber');
  return checkDigitPositions(layout, text).find(({ field }) => field === 'document_number')?.over ?? [];
};

/**
 * The positions of the holder's own number. On a passport it has a field. On a card many States have it in the optional
 * data, beside the rest of a long document number (9303-5 and 9303-6, 4.2.2). Where something stands in both fields of
 * a card, it is the one that has the form of its State.
 */
export const personalNumberPositions = (layout: Layout, text: string): Positions => {
  const { continuation, fields, format } = layout;
  if (format !== 'TD1' && format !== 'TD2') return fields.get('personalNumber') ?? [];
  const number = checkDigitPositions(layout, text).find(({ field }) => field === 'document_number');
  const rest = continuation.filter((position) => position !== number?.at && number?.over.includes(position) !== true);
  const more = fields.get('optional2') ?? [];
  const textOf = (positions: Positions): string => textAt(text, positions).replaceAll('<', '');
  const state = countryCode(textOf(fields.get('issuingState') ?? []));
  const isPersonal = (positions: Positions): boolean => mayBePersonalNumber(state, textOf(positions));
  return textOf(rest) === '' || (!isPersonal(rest) && isPersonal(more)) ? more : rest;
};

/**
 * Whether lines have a field for the nationality and nothing but fillers stands in it. ICAO 9303-3, section 5 has a
 * code for everybody, also for persons of no or of an unspecified nationality.
 */
export const isNationalityBlank = (lines: readonly string[]): boolean => {
  const positions = layoutOf(lines)?.fields.get('nationality');
  return positions !== undefined && /^<+$/.test(textAt(lines.join(''), positions));
};

/**
 * The fields of the MRZ. Country codes are reported as they are, whether they are known or not: those of section 5 of
 * 9303-3, of persons without a nationality, organizations and specimens, are countries like any other here.
 */
export const mrzFields = (
  layout: Layout,
  text: string,
  { last, first }: MrzNames,
  checkDigits: readonly CheckDigit[],
  today: Day,
): Mrz['fields'] => {
  const printedAt = (positions: Positions): string => textAt(text, positions).replaceAll('<', ' ').trim();
  const printed = (name: MrzFieldName): string => printedAt(layout.fields.get(name) ?? []);
  // A field without a check digit of its own is guarded by the composite one, where there is one.
  const isRight = (name: CheckDigit['field']): boolean =>
    (checkDigits.find(({ field }) => field === name) ?? checkDigits.find(({ field }) => field === 'composite'))
      ?.valid ?? true;
  const when = (name: CheckDigit['field'], value: string | undefined): string | undefined =>
    isRight(name) ? value : undefined;
  const day = (name: MrzFieldName, kind: 'birth' | 'expiry'): string | undefined =>
    parseMrzDate(textAt(text, layout.fields.get(name)), kind, today) ?? undefined;
  return withoutEmpty({
    last_name: last,
    first_name: first,
    document_number: when('document_number', printedAt(documentNumberPositions(layout, text))),
    personal_number: when('personal_number', printedAt(personalNumberPositions(layout, text))),
    issuing_country: countryCode(printed('issuingState')),
    nationality: countryCode(printed('nationality')),
    date_of_birth: when('date_of_birth', day('birthDate', 'birth')),
    // The French card prints a month of issue, and a month is not a day.
    date_of_issue: undefined,
    date_of_expiry: when('date_of_expiry', day('expirationDate', 'expiry')),
    sex: sexes[textAt(text, layout.fields.get('sex'))],
  });
};
