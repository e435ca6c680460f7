import type { FieldName } from '../terms/document-terms.ts';
import {
  aamvaFields,
  absentNames,
  type Birthday,
  birthdaysAhead,
  neverExpires,
  noDays,
  type TruncatedName,
  truncatedNames,
} from './fields.ts';
import { parseAamvaFile } from './file.ts';
import { jurisdictionOf } from './issuers.ts';

/** The facts of the barcode of a driving licence or card (AAMVA DL/ID Card Design Standard, annex D). */
export type BarcodeFacts = {
  readonly standard: 'aamva';
  /** AAMVA version number: 1 to 10 and later, and 0 for cards from before the standard. */
  readonly version: number;
  /** Issuer identification number, six digits. */
  readonly issuer: string;
  /**
   * The jurisdiction that has that number, as in ISO 3166-2 (`US-VA`, `CA-ON`); `null` for a number that is not in our
   * list.
   */
  readonly issuingJurisdiction: string | null;
  readonly documentType: 'driving_licence' | 'id_card';
  readonly fields: { readonly [Name in FieldName]?: string };
  /** The names whose end did not fit on the card, as the card itself marks them (from version 4 on). */
  readonly truncated: readonly TruncatedName[];
  /** The names that the holder does not have, as the card states. */
  readonly absent?: readonly TruncatedName[];
  /** The card states that it never expires. It has no date of expiry then. */
  readonly neverExpires?: true;
  /** The dates that are written and that the calendar does not have. */
  readonly noDays?: readonly FieldName[];
  /** The birthdays that the card of a young person states. */
  readonly birthdays?: readonly Birthday[];
};

/** A text that identifies nobody is not a document, whatever its header says. */
const identifyingFields = ['last_name', 'document_number', 'date_of_birth'] as const satisfies readonly FieldName[];

/**
 * Parses the text of a PDF417. It answers `null` for a text of a standard that we do not know, like that of a vehicle's
 * papers or of another continent's cards. Values that the standard does not allow are left out of `fields`.
 */
export const parseBarcode = (text: string): BarcodeFacts | null => {
  const file = parseAamvaFile(text);
  if (!file) return null;
  const { elements, empty, issuer, type, version } = file;
  const issuingJurisdiction = jurisdictionOf(issuer);
  const fields = aamvaFields(elements, issuingJurisdiction);
  const absent = absentNames(elements, empty);
  const birthdays = birthdaysAhead(elements);
  if (identifyingFields.every((name) => fields[name] === undefined)) return null;
  return {
    standard: 'aamva',
    version,
    issuer,
    issuingJurisdiction,
    documentType: type === 'ID' ? 'id_card' : 'driving_licence',
    fields,
    truncated: truncatedNames(elements),
    ...(absent.length > 0 && { absent }),
    ...(neverExpires(elements) && { neverExpires: true }),
    ...(noDays(elements).length > 0 && { noDays: noDays(elements) }),
    ...(birthdays.length > 0 && { birthdays }),
  };
};
