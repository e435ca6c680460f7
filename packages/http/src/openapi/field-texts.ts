import type { JsonSchema } from '@portcullis/domain/kernel';
import { commonTexts, type FieldTexts } from '../descriptions/texts/common.ts';
import { decisionTexts } from '../descriptions/texts/decision-texts.ts';
import { evidenceTexts } from '../descriptions/texts/evidence-texts.ts';
import { profileTexts } from '../descriptions/texts/profile-texts.ts';
import { recordTexts } from '../descriptions/texts/record-texts.ts';
import { requestParameterTexts, requestTexts, uploadTexts } from '../descriptions/texts/request-texts.ts';
import { schemaTexts } from '../descriptions/texts/schema-texts.ts';
import { serviceTexts } from '../descriptions/texts/service-texts.ts';
import { staffTexts } from '../descriptions/texts/staff-texts.ts';
import { webhookParameterTexts, webhookTexts } from '../descriptions/texts/webhook-texts.ts';
import type { Texts } from './schema.ts';

export { uploadTexts };

/** The texts of the parameters of each operation. */
export const parameterTexts = { ...requestParameterTexts, ...webhookParameterTexts };

/** The texts of the fields of each schema, by the name of the schema. */
const fieldTexts: { readonly [schema: string]: FieldTexts } = {
  ...serviceTexts,
  ...profileTexts,
  ...evidenceTexts,
  ...decisionTexts,
  ...recordTexts,
  ...requestTexts,
  ...webhookTexts,
  ...staffTexts,
};

const lastName = (path: string): string => path.slice(path.lastIndexOf('.') + 1);

/** A field that has one value says it. */
const constantText = ({ const: value }: JsonSchema): string | undefined =>
  value === undefined ? undefined : `Always \`${value}\`.`;

/** The texts of a schema with this name. */
export const textsOf = (name: string): Texts => ({
  textOf: (path, schema) => fieldTexts[name]?.[path] ?? commonTexts[lastName(path)] ?? constantText(schema),
  path: '',
});

/** A schema with what it is as a whole. */
export const describedSchema = (name: string, schema: JsonSchema): JsonSchema => ({
  description: schemaTexts[name],
  ...schema,
});
