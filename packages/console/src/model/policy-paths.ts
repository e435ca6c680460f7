import type { PolicyJson } from './wire.ts';

/** A document or a part of one. What is typed may have any form, so that its paths are read with care. */
export const isGroup = (value: unknown): value is PolicyJson =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The lists of what has an id, in a document only its paths. */
export const isNamedList = (value: unknown): value is readonly (PolicyJson & { readonly id: string })[] =>
  Array.isArray(value) && value.length > 0 && value.every((one) => isGroup(one) && typeof one['id'] === 'string');

/** A document in the form with paths: the rules of one without them are those of its one path. */
export const withPaths = (policy: PolicyJson): PolicyJson => {
  const { checks, optionalSteps, steps, ...rest } = policy;
  return 'paths' in policy
    ? policy
    : { ...rest, paths: [{ id: 'document', steps, optionalSteps, checks }], always: {} };
};

/** A path of a policy, and the names of what it asks for; those that a person may leave out are optional. */
export type PolicyPath = {
  readonly id: string;
  readonly steps: readonly string[];
  readonly optionalSteps: readonly string[];
  readonly required: readonly string[];
  readonly optional: readonly string[];
};

const wordsOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((word) => typeof word === 'string') : [];

const checksOf = (groups: readonly unknown[], requirement: string): readonly string[] =>
  groups.flatMap((group) => (isGroup(group) ? Object.keys(group).filter((name) => group[name] === requirement) : []));

/** The paths of a document in its order, each id once, with the checks of every path behind its own. */
export const pathsOf = (policy: PolicyJson): readonly PolicyPath[] => {
  const { always, paths } = withPaths(policy);
  const named = isNamedList(paths) ? [...new Map(paths.map((path) => [path.id, path])).values()] : [];
  return named.map(({ checks, id, optionalSteps, steps }) => ({
    id,
    steps: wordsOf(steps),
    optionalSteps: wordsOf(optionalSteps),
    required: checksOf([checks, always], 'required'),
    optional: checksOf([checks, always], 'optional'),
  }));
};
