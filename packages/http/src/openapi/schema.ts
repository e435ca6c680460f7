import { type JsonSchema, t } from '@portcullis/domain/kernel';
import type { Codec } from '../request/codecs.ts';

/** The names of the codecs that the document has once under `components/schemas` and refers to everywhere else. */
export type NamedSchemas = { readonly get: (codec: Codec<unknown>) => string | undefined };

/**
 * The texts of the fields of a schema, by their path from its beginning and by their own schema, and the path of a
 * part.
 */
export type Texts = {
  readonly textOf: (path: string, schema: JsonSchema) => string | undefined;
  readonly path: string;
};

const noTexts: Texts = { textOf: () => undefined, path: '' };

const isSchema = (u: unknown): u is JsonSchema => typeof u === 'object' && u !== null;

type Props = { readonly [key: string]: Codec<unknown> };

const isProps = (u: unknown): u is Props => typeof u === 'object' && u !== null;

/** A schema with its own description behind the one of the field that has it. */
export const describedBy = (text: string | undefined, schema: JsonSchema): JsonSchema =>
  text === undefined
    ? schema
    : { ...schema, description: [text, schema['description']].filter((part) => part !== undefined).join(' ') };

const propertiesOf = (props: Props, named: NamedSchemas, texts: Texts) =>
  Object.fromEntries(
    Object.entries(props).map(([key, codec]) => {
      const path = texts.path === '' ? key : `${texts.path}.${key}`;
      const schema = schemaOf(codec, named, { ...texts, path });
      return [key, describedBy(texts.textOf(path, schema), schema)];
    }),
  );

const objectOf = (required: Props, optional: Props, named: NamedSchemas, texts: Texts): JsonSchema => ({
  type: 'object',
  properties: { ...propertiesOf(required, named, texts), ...propertiesOf(optional, named, texts) },
  ...(Object.keys(required).length > 0 && { required: Object.keys(required) }),
});

/** Whether a schema is of one plain type, to which `null` can be added. */
const isPlain = ({ type, enum: words }: JsonSchema): boolean =>
  typeof type === 'string' && !['object', 'array'].includes(type) && words === undefined;

const unionOf = (types: readonly Codec<unknown>[], named: NamedSchemas, texts: Texts): JsonSchema => {
  const members = types.map((type) => schemaOf(type, named, texts));
  const [first = {}, second = {}] = members;
  return members.length === 2 && second['type'] === 'null' && isPlain(first) && !('const' in first)
    ? { ...first, type: [first['type'], 'null'] }
    : { anyOf: members };
};

type ObjectSchema = { readonly properties?: JsonSchema; readonly required?: readonly string[] };

/**
 * Merges the objects of an intersection into one object schema: it is easier to read, and other tools derive better
 * types from it.
 */
const mergedObject = (types: readonly Codec<unknown>[], named: NamedSchemas, texts: Texts): JsonSchema => {
  // A member of an intersection is written inline, because a reference could not be merged.
  const members: readonly ObjectSchema[] = types.map((type) => inlineSchema(type, named, texts));
  const required = members.flatMap((member) => member.required ?? []);
  return {
    type: 'object',
    properties: Object.assign({}, ...members.map((member) => member.properties ?? {})),
    ...(required.length > 0 && { required }),
  };
};

const scalarOf = (codec: Codec<unknown>): JsonSchema | null => {
  if (codec instanceof t.StringType) return { type: 'string' };
  if (codec instanceof t.NumberType) return { type: 'number' };
  if (codec instanceof t.BooleanType) return { type: 'boolean' };
  if (codec instanceof t.NullType) return { type: 'null' };
  if (codec instanceof t.UnknownType) return {};
  if (codec instanceof t.AnyDictionaryType) return { type: 'object', additionalProperties: true };
  if (codec instanceof t.LiteralType) return { type: typeof codec.value, const: codec.value };
  return codec instanceof t.KeyofType ? { type: 'string', enum: Object.keys(codec.keys) } : null;
};

const structureOf = (codec: Codec<unknown>, named: NamedSchemas, texts: Texts): JsonSchema | null => {
  if (codec instanceof t.ArrayType) return { type: 'array', items: schemaOf(codec.type, named, texts) };
  if (codec instanceof t.ReadonlyArrayType) return { type: 'array', items: schemaOf(codec.type, named, texts) };
  if (codec instanceof t.DictionaryType)
    return { type: 'object', additionalProperties: schemaOf(codec.codomain, named, texts) };
  if (codec instanceof t.UnionType) return unionOf(codec.types, named, texts);
  if (codec instanceof t.IntersectionType) return mergedObject(codec.types, named, texts);
  if (codec instanceof t.InterfaceType) return objectOf(codec.props, {}, named, texts);
  return codec instanceof t.PartialType ? objectOf({}, codec.props, named, texts) : null;
};

/** The schema of a codec itself, whether or not it has a name. Throws for a codec that it does not know. */
export const inlineSchema = (codec: Codec<unknown>, named: NamedSchemas, texts: Texts = noTexts): JsonSchema => {
  if ('schema' in codec && isSchema(codec.schema)) return codec.schema;
  if ('required' in codec && isProps(codec.required) && 'optional' in codec && isProps(codec.optional)) {
    return { ...objectOf(codec.required, codec.optional, named, texts), additionalProperties: false };
  }
  const schema = scalarOf(codec) ?? structureOf(codec, named, texts);
  if (schema === null) throw new TypeError(`the codec "${codec.name}" has no JSON Schema`);
  return schema;
};

/**
 * A codec as JSON Schema 2020-12, the dialect of OpenAPI 3.1. The schema matches what the codec accepts, because it is
 * made from the codec. A codec without a schema stops the start rather than leave a gap.
 */
export const schemaOf = (codec: Codec<unknown>, named: NamedSchemas, texts: Texts = noTexts): JsonSchema => {
  const name = named.get(codec);
  return name === undefined ? inlineSchema(codec, named, texts) : { $ref: `#/components/schemas/${name}` };
};
