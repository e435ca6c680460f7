import type { FieldName } from '../document-reading.ts';
import { fieldsOf, type TruncatedName, truncatedIn } from './aamva-fields.ts';
import { parseFile } from './aamva-file.ts';
import { jurisdictionOf } from './issuers.ts';

/** What the barcode of a driving licence or card says (AAMVA DL/ID Card Design Standard, annex D). */
export type BarcodeFacts = {
  readonly standard: 'aamva';
  /** AAMVA version number: 1 to 10 and later, and 0 for cards of before the standard. */
  readonly version: number;
  /** Issuer identification number, six digits. */
  readonly issuer: string;
  /** Who has that number, as in ISO 3166-2 (`US-VA`, `CA-ON`); `null` for a number that is not in our list. */
  readonly issuingJurisdiction: string | null;
  readonly documentType: 'driving_licence' | 'id_card';
  readonly fields: { readonly [Name in FieldName]?: string };
  /** The names of which the card says that the end did not fit on it (from version 4 on). */
  readonly truncated: readonly TruncatedName[];
};

/** A text that names nobody is no document, whatever its header says. */
const naming = ['last_name', 'document_number', 'date_of_birth'] as const satisfies readonly FieldName[];

/**
 * Parses the text of a PDF417; `null` for one that is of no standard that we know, like that of a vehicle's papers or of
 * another continent's cards. What an element says that the standard does not allow there is left out of `fields`.
 */
export const parseBarcode = (text: string): BarcodeFacts | null => {
  const file = parseFile(text);
  if (!file) return null;
  const { elements, issuer, type, version } = file;
  const issuingJurisdiction = jurisdictionOf(issuer);
  const fields = fieldsOf(elements, issuingJurisdiction);
  if (naming.every((name) => fields[name] === undefined)) return null;
  return {
    standard: 'aamva',
    version,
    issuer,
    issuingJurisdiction,
    documentType: type === 'ID' ? 'id_card' : 'driving_licence',
    fields,
    truncated: truncatedIn(elements),
  };
};
