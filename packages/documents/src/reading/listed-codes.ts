import type { FieldName } from '../terms/document-terms.ts';
import { isStateCode, parseCountry, parseIssuer } from '../text-compare/countries.ts';
import type { FieldSource } from './document-view.ts';

/** The fields that name a State by its code. */
export const stateFields = ['issuing_country', 'nationality'] as const satisfies readonly FieldName[];

const isStateField = (name: FieldName): boolean => stateFields.some((field) => field === name);

/**
 * Whether a value can be a fact. A machine-read code of a State must be on the list of ICAO 9303-3, section 5. A
 * printed value may also be a name, so that only a text that looks like a code is held against the list. Some of the
 * list have nationals and issue nothing.
 */
export const isListed = (
  name: FieldName,
  { source, value }: { readonly source: FieldSource; readonly value: string },
): boolean => {
  if (!isStateField(name)) return true;
  const parse = name === 'issuing_country' ? parseIssuer : parseCountry;
  if (source === 'mrz' || source === 'barcode') return isStateCode(value) && parse(value) !== null;
  return !/^[A-Z0-9]{1,3}$/.test(value) || parse(value) !== null;
};
