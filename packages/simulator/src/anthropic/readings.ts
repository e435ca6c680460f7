import type { SpecimenName } from '@portcullis/adapter-memory';
import type { DocumentSide, FieldName, SignalCode } from '@portcullis/documents';

type ReadField = { readonly value: string; readonly confidence: number };

/** The model's reading of one photo. */
export type ModelSide = {
  readonly side: DocumentSide;
  readonly fields: { readonly [name in FieldName]: ReadField | null };
  readonly mrz_lines: readonly string[] | null;
};

/** The answer of the document model, in the form that the service requests. */
export type ModelReading = {
  readonly document_type: string | null;
  readonly issuing_country: string | null;
  readonly sides: readonly [ModelSide, ...ModelSide[]];
  readonly signals: readonly { readonly code: SignalCode; readonly confidence: number }[];
  readonly instructions_found: boolean;
};

const noFields: ModelSide['fields'] = {
  last_name: null,
  first_name: null,
  document_number: null,
  personal_number: null,
  issuing_country: null,
  nationality: null,
  date_of_birth: null,
  date_of_issue: null,
  date_of_expiry: null,
  sex: null,
};

const fieldsOf = (values: { readonly [name in FieldName]?: string }): ModelSide['fields'] => ({
  ...noFields,
  ...Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { value, confidence: 0.98 }])),
});

const passport = (values: { readonly [name in FieldName]?: string }, lines: readonly string[]): ModelReading => ({
  document_type: 'passport',
  issuing_country: 'UTO',
  sides: [
    { side: 'front', fields: fieldsOf({ issuing_country: 'UTO', nationality: 'UTO', ...values }), mrz_lines: lines },
  ],
  signals: [],
  instructions_found: false,
});

/** The print of the specimens in the repository. */
export const specimenReadings: { readonly [name in SpecimenName]: ModelReading } = {
  'td3-valid': passport(
    {
      last_name: 'ERIKSSON',
      first_name: 'ANNA MARIA',
      document_number: 'L8988901C',
      date_of_birth: '1974-08-12',
      date_of_expiry: '2034-04-15',
      sex: 'F',
    },
    ['P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<', 'L8988901C4UTO7408122F3404159ZE184226B<<<<<10'],
  ),
  'td3-minor': passport(
    {
      last_name: 'ERIKSSON',
      first_name: 'ELIN SOFIA',
      document_number: 'M4406812B',
      date_of_birth: '2013-06-03',
      date_of_expiry: '2034-09-17',
      sex: 'F',
    },
    ['P<UTOERIKSSON<<ELIN<SOFIA<<<<<<<<<<<<<<<<<<<', 'M4406812B0UTO1306031F3409176<<<<<<<<<<<<<<02'],
  ),
};

/** The answer for a picture on which nothing can be read. */
export const unreadablePhoto: ModelReading = {
  document_type: null,
  issuing_country: null,
  sides: [{ side: 'front', fields: noFields, mrz_lines: null }],
  signals: [{ code: 'document_unreadable', confidence: 0.97 }],
  instructions_found: false,
};
