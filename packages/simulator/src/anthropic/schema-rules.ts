import { isObject, type JsonObject } from '../core/json.ts';

/** The keywords of structured output that the service uses. Others of the vendor's are not played. */
const supportedKeywords = [
  'type',
  'properties',
  'required',
  'additionalProperties',
  'items',
  'enum',
  'anyOf',
  'description',
];
const types = ['object', 'array', 'string', 'integer', 'number', 'boolean', 'null'];
const maxUnions = 16;

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** The subschemas of a schema. */
const subschemas = (schema: JsonObject): readonly unknown[] => [
  ...Object.values(isObject(schema['properties']) ? schema['properties'] : {}),
  ...listOf(schema['anyOf']),
  ...(schema['items'] === undefined ? [] : [schema['items']]),
];

const isUnion = (schema: JsonObject): boolean => Array.isArray(schema['anyOf']) || Array.isArray(schema['type']);

const unionsIn = (schema: unknown): number =>
  isObject(schema)
    ? Number(isUnion(schema)) + subschemas(schema).reduce<number>((sum, one) => sum + unionsIn(one), 0)
    : 0;

const objectFault = (schema: JsonObject): string | null => {
  if (schema['additionalProperties'] !== false) {
    return "For 'object' type, 'additionalProperties' must be explicitly set to false";
  }
  const properties = schema['properties'];
  if (!isObject(properties)) return "For 'object' type, 'properties' must be given";
  const required = listOf(schema['required']);
  const optional = Object.keys(properties).find((name) => !required.includes(name));
  if (optional !== undefined) return `every property must be required: '${optional}' is not`;
  const foreign = required.find((name) => typeof name !== 'string' || !Object.hasOwn(properties, name));
  return foreign === undefined ? null : 'a required property is not in properties';
};

const ownFault = (schema: JsonObject): string | null => {
  const foreign = Object.keys(schema).find((name) => !supportedKeywords.includes(name));
  const named = [schema['type'] ?? []].flat();
  const type = named.find((one) => typeof one !== 'string' || !types.includes(one));
  if (foreign !== undefined) return `property '${foreign}' is not supported`;
  if (type !== undefined) return 'type is not one of the types of JSON Schema';
  if (named.includes('array') && !isObject(schema['items'])) return "For 'array' type, 'items' must be given";
  if (named.length === 0 && !['anyOf', 'enum'].some((name) => Object.hasOwn(schema, name)))
    return 'a schema must have a type, an enum or anyOf';
  return named.includes('object') ? objectFault(schema) : null;
};

const faultIn = (schema: unknown): string | null => {
  if (!isObject(schema)) return 'a schema must be an object';
  const own = ownFault(schema);
  if (own !== null) return own;
  for (const one of subschemas(schema)) {
    const fault = faultIn(one);
    if (fault !== null) return fault;
  }
  return null;
};

/** Why structured output does not support a schema; `null` when it does. */
export const schemaFault = (schema: unknown): string | null => {
  const fault = faultIn(schema);
  if (fault !== null) return fault;
  if (!isObject(schema) || schema['type'] !== 'object') return 'the schema must be of an object';
  const unions = unionsIn(schema);
  if (unions <= maxUnions) return null;
  return `Schemas contains too many parameters with union types (${unions} parameters with type arrays or anyOf). Reduce the number of nullable or union-typed parameters (limit: ${maxUnions} parameters with unions).`;
};
