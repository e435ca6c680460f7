import type { DocumentType, FieldName } from '../terms/document-terms.ts';

export type FieldSource = 'mrz' | 'barcode' | 'ai' | 'claimed' | 'reviewer';

/** A value and its sources; `value` is that of the most reliable source. */
export type DocumentField = {
  readonly value: string;
  readonly sources: readonly { readonly source: FieldSource; readonly value: string; readonly confidence?: number }[];
  readonly agreement: 'agree' | 'disagree' | 'single';
};

export type DocumentFields = { readonly [Name in FieldName]?: DocumentField };

export type DocumentView = {
  readonly type: DocumentType | null;
  readonly issuingCountry: string | null;
  readonly fields: DocumentFields;
};
