import { isGroup, isNamedList, withPaths } from './policy-paths.ts';
import type { PolicyJson } from './wire.ts';

/** A field of a policy whose value differs; `null` where one of the two does not have it. */
export type FieldChange = {
  readonly pointer: string;
  readonly before: string | null;
  readonly after: string | null;
};

const escaped = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

type Value = readonly [pointer: string, value: string];

const valuesIn = (group: PolicyJson, pointer: string): readonly Value[] =>
  Object.entries(group).flatMap(([name, part]) => valuesOf(part, `${pointer}/${escaped(name)}`));

/**
 * Every value of a document under its pointer (RFC 6901). A list is one value. Paths have their ids in place of
 * their numbers, so that one that comes or goes moves no other, and their order is a value by itself.
 */
const valuesOf = (value: unknown, pointer = ''): readonly Value[] => {
  if (isNamedList(value))
    return [
      [pointer, JSON.stringify(value.map(({ id }) => id))],
      ...value.flatMap(({ id, ...rest }) => valuesIn(rest, `${pointer}/${escaped(id)}`)),
    ];
  return isGroup(value) ? valuesIn(value, pointer) : [[pointer, JSON.stringify(value)]];
};

/** Two documents in one form: with paths if one of them has some. */
const inOneForm = (before: PolicyJson, after: PolicyJson): readonly [before: PolicyJson, after: PolicyJson] =>
  'paths' in before || 'paths' in after ? [withPaths(before), withPaths(after)] : [before, after];

/** The differences of two documents, in the order of the later one, and then what it lacks. */
export const changesBetween = (before: PolicyJson, after: PolicyJson): readonly FieldChange[] => {
  const [one, other] = inOneForm(before, after);
  const old = new Map(valuesOf(one));
  const now = new Map(valuesOf(other));
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
