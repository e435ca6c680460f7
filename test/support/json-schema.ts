import type { JsonSchema } from '@portcullis/domain/kernel';

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const typeMatches: Readonly<Record<string, (value: unknown) => boolean>> = {
  null: (value) => value === null,
  boolean: (value) => typeof value === 'boolean',
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number' && Number.isFinite(value),
  array: Array.isArray,
  object: isObject,
};

/** One rule for each keyword; these tests cannot validate a schema with another keyword. */
const rules: Readonly<Record<string, (given: unknown, value: unknown, schema: JsonSchema) => boolean>> = {
  description: () => true,
  required: () => true,
  additionalProperties: () => true,
  type: (given, value) => typeMatches[`${given}`]?.(value) ?? false,
  enum: (given, value) => Array.isArray(given) && given.includes(value),
  anyOf: (given, value) => Array.isArray(given) && given.some((one: JsonSchema) => accepts(one, value)),
  items: (given, value) =>
    !Array.isArray(value) || (isObject(given) && value.every((item: unknown) => accepts(given, item))),
  properties: (given, value, { required, additionalProperties }) => {
    if (!isObject(given) || !isObject(value) || !Array.isArray(required) || additionalProperties !== false)
      return false;
    const names = Object.keys(value);
    return (
      required.every((name) => names.includes(name)) &&
      names.every((name) => {
        const schema = Object.hasOwn(given, name) ? given[name] : undefined;
        return isObject(schema) && accepts(schema, value[name]);
      })
    );
  },
};

/** Says whether a value satisfies a JSON Schema with simple keywords. */
export const accepts = (schema: JsonSchema, value: unknown): boolean =>
  Object.entries(schema).every(([keyword, given]) => {
    const rule = rules[keyword];
    if (rule === undefined) throw new Error(`no rule for ${keyword}`);
    return rule(given, value, schema);
  });
