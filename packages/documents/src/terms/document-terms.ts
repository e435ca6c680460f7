/** The types of document that a reader can name. */
export const documentTypes = ['passport', 'id_card', 'residence_permit', 'driving_licence', 'visa', 'other'] as const;

export type DocumentType = (typeof documentTypes)[number];

/** The sides of a document; the front is the one that shows the portrait. */
export const documentSides = ['front', 'back'] as const;
export type DocumentSide = (typeof documentSides)[number];

/**
 * The fields that a document can have. Dates are `YYYY-MM-DD`, countries ISO 3166-1 alpha-3 (or the codes of ICAO
 * 9303-3).
 */
export const fieldNames = [
  'last_name',
  'first_name',
  'document_number',
  'personal_number',
  'issuing_country',
  'nationality',
  'date_of_birth',
  'date_of_issue',
  'date_of_expiry',
  'sex',
] as const;

export type FieldName = (typeof fieldNames)[number];
