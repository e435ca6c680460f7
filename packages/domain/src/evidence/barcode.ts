import type { FieldName } from './document-reading.ts';

/** What the barcode of a driving licence or card says (AAMVA DL/ID Card Design Standard, annex D). */
export type BarcodeFacts = {
  readonly standard: 'aamva';
  /** AAMVA version number, 1 to 10 and later. */
  readonly version: number;
  /** Issuer identification number, six digits. */
  readonly issuer: string;
  readonly documentType: 'driving_licence' | 'id_card';
  readonly fields: { readonly [Name in FieldName]?: string };
};

/** Parses the text of a PDF417; `null` for one that is of no standard that we know. */
export const parseBarcode = (_text: string): BarcodeFacts | null => null;
