import type { PolicyJson } from './wire.ts';

/** A field of a policy whose value differs; `null` where one of the two does not have it. */
export type FieldChange = {
  readonly pointer: string;
  readonly before: string | null;
  readonly after: string | null;
};

const isGroup = (value: unknown): value is PolicyJson =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const escaped = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

/** Every value of a document under its pointer (RFC 6901). A list is one value, since its order says nothing. */
const valuesOf = (value: unknown, pointer = ''): readonly (readonly [string, string])[] =>
  isGroup(value)
    ? Object.entries(value).flatMap(([name, part]) => valuesOf(part, `${pointer}/${escaped(name)}`))
    : [[pointer, JSON.stringify(value)]];

/** The differences of two documents, in the order of the later one, and then what it lacks. */
export const changesBetween = (before: PolicyJson, after: PolicyJson): readonly FieldChange[] => {
  const old = new Map(valuesOf(before));
  const now = new Map(valuesOf(after));
  const pointers = [...now.keys(), ...[...old.keys()].filter((pointer) => !now.has(pointer))];
  return pointers
    .map((pointer) => ({ pointer, before: old.get(pointer) ?? null, after: now.get(pointer) ?? null }))
    .filter((change) => change.before !== change.after);
};

/** The document that a text says, or `null` where it is not the JSON of an object. */
export const readDocument = (text: string): PolicyJson | null => {
  try {
    const value: unknown = JSON.parse(text);
    return isGroup(value) ? value : null;
  } catch {
    return null; // It is being typed.
  }
};

export const textOf = (policy: PolicyJson): string => JSON.stringify(policy, null, 2);
