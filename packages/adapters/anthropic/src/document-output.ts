import {
  closed,
  described,
  documentTypes,
  type FieldName,
  fieldNames,
  type JsonSchema,
  oneOf,
  signalCodes,
  t,
} from '@portcullis/domain';

/** The version of the instructions and the schema together. Whoever changes either of them increases the number. */
export const promptVersion = 'document-1';

const sexes = ['M', 'F', 'X'] as const;

const orNull = (schema: JsonSchema): JsonSchema => ({ anyOf: [schema, { type: 'null' }] });
const text: JsonSchema = { type: 'string' };
/** The vendor's schema dialect does not support bounds of numbers and lengths of texts, so the codec checks them. */
const opinion: JsonSchema = { type: 'number', description: 'Your confidence, from 0 to 1.' };

const object = (properties: { readonly [name: string]: JsonSchema }): JsonSchema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});

const fieldSchema = (name: FieldName): JsonSchema =>
  orNull(object({ value: name === 'sex' ? { type: 'string', enum: sexes } : text, confidence: opinion }));

/** The schema of the model's response. It has no field for a verdict. */
export const documentSchema: JsonSchema = object({
  document_type: orNull({ type: 'string', enum: documentTypes }),
  issuing_country: orNull(text),
  fields: object(Object.fromEntries(fieldNames.map((name) => [name, fieldSchema(name)]))),
  mrz_lines: orNull({ type: 'array', items: text }),
  signals: {
    type: 'array',
    items: object({ code: { type: 'string', enum: signalCodes }, confidence: opinion }),
  },
  instructions_found: { type: 'boolean' },
});

const confidence = described(
  'a number from 0 to 1',
  (u): u is number => typeof u === 'number' && u >= 0 && u <= 1,
  opinion,
);
const nullable = <C extends t.Mixed>(codec: C) => t.union([codec, t.null]);

const field = nullable(closed({ value: t.string, confidence }, {}, 'field'));
const sex = nullable(closed({ value: oneOf(sexes), confidence }, {}, 'field'));

const fields = {
  last_name: field,
  first_name: field,
  document_number: field,
  personal_number: field,
  issuing_country: field,
  nationality: field,
  date_of_birth: field,
  date_of_issue: field,
  date_of_expiry: field,
  sex,
} as const satisfies { readonly [Name in FieldName]: t.Mixed };

/** The codec of exactly what the schema describes. A response with more or fewer fields is rejected. */
export const DocumentOutputCodec = closed(
  {
    document_type: nullable(oneOf(documentTypes)),
    issuing_country: nullable(t.string),
    fields: closed(fields, {}, 'fields'),
    mrz_lines: nullable(t.array(t.string)),
    signals: t.array(closed({ code: oneOf(signalCodes), confidence }, {}, 'signal')),
    instructions_found: t.boolean,
  },
  {},
  'document',
);
export type DocumentOutput = t.TypeOf<typeof DocumentOutputCodec>;
