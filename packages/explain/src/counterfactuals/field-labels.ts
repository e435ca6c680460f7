import type { FieldName } from '@portcullis/documents';

/** The fields of a document in words. */
export const fieldLabels: Readonly<Record<FieldName, string>> = {
  last_name: 'last name',
  first_name: 'first name',
  document_number: 'document number',
  personal_number: 'personal number',
  issuing_country: 'issuing country',
  nationality: 'nationality',
  date_of_birth: 'date of birth',
  date_of_issue: 'date of issue',
  date_of_expiry: 'date of expiry',
  sex: 'sex',
};
