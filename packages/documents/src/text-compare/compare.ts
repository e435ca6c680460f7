import type { FieldName } from '../terms/document-terms.ts';
import type { Comparator } from './comparators.ts';
import { mayBeOneState, parseCountry } from './countries.ts';
import type { NameRules } from './name-rules.ts';
import { type ComparableValue, compareNames } from './names.ts';
import { normalizeNumber, parseDay, sameSex } from './normalize.ts';

/** How each field of a document is compared. */
export const comparatorOf = {
  last_name: 'name',
  first_name: 'name',
  document_number: 'number',
  personal_number: 'number',
  issuing_country: 'country',
  nationality: 'country',
  date_of_birth: 'date',
  date_of_issue: 'date',
  date_of_expiry: 'date',
  sex: 'sex',
} as const satisfies Readonly<Record<FieldName, Comparator>>;

/** Whether two texts have the same meaning; a text without a meaning is not the same as another. */
const equalBy =
  (parse: (text: string) => string | null) =>
  (one: string, other: string): boolean => {
    const parsed = parse(one);
    return parsed !== null && parsed !== '' && parsed === parse(other);
  };

/** An unknown code is still the same as itself. */
const countryOrCode = (text: string): string => parseCountry(text) ?? normalizeNumber(text);

/** ICAO 9303-5, 4.2.2.1 leaves it to the State how the document code of a card says that the card is a permit. */
const cardType = (type: string): string => (type === 'residence_permit' ? 'id_card' : type);

const equality: Readonly<Record<Exclude<Comparator, 'name'>, (one: string, other: string) => boolean>> = {
  date: equalBy(parseDay),
  number: equalBy(normalizeNumber),
  country: equalBy(countryOrCode),
  sex: sameSex,
  type: equalBy(cardType),
};

/**
 * How similar two values are, 0 to 100, and whether they agree. `isVariant` says of names that they differ only by
 * spellings of one Arabic name; see `compareNames`.
 */
export type Comparison = { readonly score: number; readonly agrees: boolean; readonly isVariant?: boolean };

/** Whether two values are the same by a comparator that knows nothing in between. */
export const isSameValue = (comparator: Exclude<Comparator, 'name'>, one: string, other: string): boolean =>
  equality[comparator](one, other);

/**
 * Compares two values of a field. Names agree as the rules for them say, countries also where one is a
 * part of the other, everything else only where it is the same, 100. The order of the two does not matter.
 */
export const compareValues = (
  comparator: Comparator,
  one: ComparableValue,
  other: ComparableValue,
  rules: NameRules,
): Comparison => {
  if (comparator === 'name') {
    const { agrees, isVariant, score } = compareNames(one, other, rules);
    return { score, agrees, ...(isVariant && { isVariant }) };
  }
  const isOneState = comparator === 'country' && mayBeOneState(one.value, other.value);
  const score = isOneState || isSameValue(comparator, one.value, other.value) ? 100 : 0;
  return { score, agrees: score === 100 };
};

/** Whether two texts name the same country. */
export const sameCountry = equality.country;
