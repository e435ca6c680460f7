import { documentSides, documentTypes, type FieldName, fieldNames, signalCodes } from '@portcullis/documents';
import { closedObject, type JsonSchema, oneOf, schemaCodec, t } from '@portcullis/domain/kernel';

/** The version of the instructions and the schema together. Each change of either of them increases the number. */
export const promptVersion = 'document-3';

const sexes = ['M', 'F', 'X'] as const;

const nullableSchema = (schema: JsonSchema): JsonSchema => ({ anyOf: [schema, { type: 'null' }] });
const text: JsonSchema = { type: 'string' };
/** The vendor's schema dialect does not support bounds of numbers and lengths of texts, so the codec checks them. */
const confidenceSchema: JsonSchema = { type: 'number', description: 'Your confidence, from 0 to 1.' };

const objectSchema = (properties: { readonly [name: string]: JsonSchema }): JsonSchema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});

const fieldSchema = (name: FieldName): JsonSchema =>
  nullableSchema(
    objectSchema({ value: name === 'sex' ? { type: 'string', enum: sexes } : text, confidence: confidenceSchema }),
  );

/**
 * The sides are a list, and not two members: the vendor allows 16 nullable values in a schema, and each of those of a
 * side counts once.
 */
const sideSchema: JsonSchema = objectSchema({
  side: { type: 'string', enum: documentSides },
  fields: objectSchema(Object.fromEntries(fieldNames.map((name) => [name, fieldSchema(name)]))),
  mrz_lines: nullableSchema({ type: 'array', items: text }),
});

/** The schema of the model's response. It has no field for a verdict. */
export const documentSchema: JsonSchema = objectSchema({
  document_type: nullableSchema({ type: 'string', enum: documentTypes }),
  issuing_country: nullableSchema(text),
  sides: { type: 'array', items: sideSchema },
  signals: {
    type: 'array',
    items: objectSchema({ code: { type: 'string', enum: signalCodes }, confidence: confidenceSchema }),
  },
  instructions_found: { type: 'boolean' },
});

const confidence = schemaCodec(
  'a number from 0 to 1',
  (u): u is number => typeof u === 'number' && u >= 0 && u <= 1,
  confidenceSchema,
);
const nullable = <C extends t.Mixed>(codec: C) => t.union([codec, t.null]);

const field = nullable(closedObject({ value: t.string, confidence }, {}, 'field'));
const sex = nullable(closedObject({ value: oneOf(sexes), confidence }, {}, 'field'));

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

const side = closedObject(
  {
    side: oneOf(documentSides),
    fields: closedObject(fields, {}, 'fields'),
    mrz_lines: nullable(t.array(t.string)),
  },
  {},
  'side',
);

/** The codec of exactly what the schema describes. A response with more or fewer fields is rejected. */
export const DocumentOutputCodec = closedObject(
  {
    document_type: nullable(oneOf(documentTypes)),
    issuing_country: nullable(t.string),
    sides: t.array(side),
    signals: t.array(closedObject({ code: oneOf(signalCodes), confidence }, {}, 'signal')),
    instructions_found: t.boolean,
  },
  {},
  'document',
);
export type DocumentOutput = t.TypeOf<typeof DocumentOutputCodec>;

/** The model's reading of one side. */
export type SideOutput = t.TypeOf<typeof side>;
