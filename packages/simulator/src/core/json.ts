/** A JSON object with any members. */
export type JsonObject = { readonly [name: string]: unknown };

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An own member of an object; inherited members are ignored. */
const member = (value: unknown, name: string): unknown =>
  isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;

/** The value at the end of a path of names. */
export const valueAt = (value: unknown, ...path: readonly string[]): unknown => path.reduce(member, value);

/** Merges `overrides` into `base`: objects are merged at every depth, and every other value is replaced. */
export const deepMerge = (base: unknown, overrides: unknown): unknown => {
  if (!isObject(base) || !isObject(overrides)) return overrides;
  const names = new Set([...Object.keys(base), ...Object.keys(overrides)]);
  const pairs = [...names].map((name): [string, unknown] => [
    name,
    Object.hasOwn(overrides, name) ? deepMerge(member(base, name), overrides[name]) : base[name],
  ]);
  return Object.fromEntries(pairs.filter(([, value]) => value !== undefined));
};

/** The value without the member at a path such as `identification.confidence`. */
export const omitPath = (value: unknown, path: string): unknown => {
  if (!isObject(value)) return value;
  const [first = '', ...rest] = path.split('.');
  const pairs = Object.entries(value).flatMap(([name, inner]): [string, unknown][] => {
    if (name !== first) return [[name, inner]];
    return rest.length === 0 ? [] : [[name, omitPath(inner, rest.join('.'))]];
  });
  return Object.fromEntries(pairs);
};

/** Changes every value to an unexpected type: strings for numbers, numbers for strings, lists for objects. */
export const withWrongTypes = (value: unknown): unknown => {
  if (Array.isArray(value)) return { '0': 'not a list' };
  if (isObject(value)) {
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withWrongTypes(inner)]));
  }
  return typeof value === 'string' ? 7 : 'of another type';
};

/** Adds an undocumented member to each object in the value. */
export const withUnknownMembers = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withUnknownMembers);
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([name, inner]) => [name, withUnknownMembers(inner)]);
  return { ...Object.fromEntries(entries), added_since: { by: 'the vendor', values: [1, null] } };
};
