import type { Comparator } from '../../decision/checks.ts';
import type { FieldName } from '../document-reading.ts';
import { countryIn } from './countries.ts';
import { type GivenName, nameScore } from './names.ts';
import { dayIn, plainNumber, sameSex } from './plain.ts';

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
const alike =
  (meaning: (text: string) => string | null) =>
  (one: string, other: string): boolean => {
    const said = meaning(one);
    return said !== null && said !== '' && said === meaning(other);
  };

/** An unknown code is still the same as itself. */
const countryOrCode = (text: string): string => countryIn(text) ?? plainNumber(text);

/** ICAO 9303-5, 4.2.2.1 leaves it to the State how the document code of a card says that the card is a permit. */
const kindOfType = (type: string): string => (type === 'residence_permit' ? 'id_card' : type);

const sameness: Readonly<Record<Exclude<Comparator, 'name'>, (one: string, other: string) => boolean>> = {
  date: alike(dayIn),
  number: alike(plainNumber),
  country: alike(countryOrCode),
  sex: sameSex,
  type: alike(kindOfType),
};

export type Comparison = { readonly score: number; readonly agrees: boolean };

/**
 * Compares two values of a field: their similarity, 0 to 100, and whether they agree. Names agree from a score of
 * `namesPass` on, everything else only where it is the same, 100. The order of the two does not matter.
 */
export const compare = (comparator: Comparator, one: GivenName, other: GivenName, namesPass: number): Comparison => {
  if (comparator === 'name') return atLeast(nameScore(one, other), namesPass);
  const score = sameness[comparator](one.value, other.value) ? 100 : 0;
  return { score, agrees: score === 100 };
};

/** A score of names, and whether they agree. */
export const atLeast = (score: number, namesPass: number): Comparison => ({ score, agrees: score >= namesPass });

/** Whether two texts name the same country. */
export const sameCountry = sameness.country;
