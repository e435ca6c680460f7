import { decode } from '../codec.ts';
import { type Invalid, invalid } from '../errors.ts';
import { E, type Either, pipe, TE } from '../fp.ts';
import type { PolicyStore } from '../ports/stores/policy-store.ts';
import { PolicyCodec } from '../stored/policy-codec.ts';
import type { Policy, PolicyRef } from './policy.ts';
import { builtInId } from './standard-policy.ts';

/**
 * Decodes a policy that an operator wants to store. It must have the form of a policy and must not use the id of the
 * built-in one.
 */
export const keepable = (document: unknown): Either<Invalid, Policy> => {
  const policy = decode(PolicyCodec, document);
  if (E.isLeft(policy)) return E.left(invalid(policy.left));
  if (policy.right.id !== builtInId) return policy;
  return E.left(invalid([{ pointer: '/id', message: `"${builtInId}" is the name of the policy in the code` }]));
};

/**
 * Caches the `maxCached` most recently used policies. An entry never becomes stale, because a policy version is
 * immutable.
 */
const remembering = (most: number) => {
  const known = new Map<string, Policy>();
  const keyOf = ({ id, version }: PolicyRef): string => JSON.stringify([id, version]);
  const remember = (policy: Policy): Policy => {
    const key = keyOf(policy);
    known.delete(key);
    known.set(key, policy);
    const [eldest] = known.keys();
    if (known.size > most && eldest !== undefined) known.delete(eldest);
    return policy;
  };
  return { remember, recall: (ref: PolicyRef): Policy | undefined => known.get(keyOf(ref)) };
};

/**
 * Serves the built-in policy and the custom policies that an operator has stored. A custom policy is read once per
 * process, and again only after `maxCached` other policies have been used.
 */
export const allPolicies = (builtIn: PolicyStore, kept: PolicyStore, most = 200): PolicyStore => {
  const { remember, recall } = remembering(most);
  return {
    latest: (id, chooser) =>
      id === builtInId ? builtIn.latest(id, chooser) : pipe(kept.latest(id, chooser), TE.map(remember)),
    get: (ref) => {
      if (ref.id === builtInId) return builtIn.get(ref);
      const known = recall(ref);
      return known ? TE.right(remember(known)) : pipe(kept.get(ref), TE.map(remember));
    },
  };
};
