import { decode } from '../kernel/codec.ts';
import { type Invalid, invalid } from '../kernel/errors.ts';
import { E, type Either, pipe, TE } from '../kernel/fp.ts';
import type { PolicyStore } from '../ports/stores/policy-store.ts';
import { PolicyCodec } from '../serialization/policy-codec.ts';
import type { Policy, PolicyRef } from './policy.ts';
import { builtInPolicyId } from './standard-policy.ts';

/**
 * Decodes a policy that an operator wants to store. It must have the form of a policy and must not use the id of the
 * built-in one.
 */
export const decodeCustomPolicy = (document: unknown): Either<Invalid, Policy> => {
  const policy = decode(PolicyCodec, document);
  if (E.isLeft(policy)) return E.left(invalid(policy.left));
  if (policy.right.id !== builtInPolicyId) return policy;
  return E.left(invalid([{ pointer: '/id', message: `"${builtInPolicyId}" is the name of the policy in the code` }]));
};

/**
 * Caches the `maxCached` most recently used policies. An entry never becomes stale, because a policy version is
 * immutable.
 */
const policyCache = (maxCached: number) => {
  const cache = new Map<string, Policy>();
  const keyOf = ({ id, version }: PolicyRef): string => JSON.stringify([id, version]);
  const remember = (policy: Policy): Policy => {
    const key = keyOf(policy);
    cache.delete(key);
    cache.set(key, policy);
    const [oldest] = cache.keys();
    if (cache.size > maxCached && oldest !== undefined) cache.delete(oldest);
    return policy;
  };
  return { remember, find: (ref: PolicyRef): Policy | undefined => cache.get(keyOf(ref)) };
};

/**
 * Serves the built-in policy and the custom policies that an operator has stored. A custom policy is read once per
 * process, and again only after `maxCached` other policies have been used.
 */
export const policyCatalog = (builtIn: PolicyStore, custom: PolicyStore, maxCached = 200): PolicyStore => {
  const { remember, find } = policyCache(maxCached);
  return {
    latest: (id, tenant) =>
      id === builtInPolicyId ? builtIn.latest(id, tenant) : pipe(custom.latest(id, tenant), TE.map(remember)),
    get: (ref) => {
      if (ref.id === builtInPolicyId) return builtIn.get(ref);
      const cached = find(ref);
      return cached ? TE.right(remember(cached)) : pipe(custom.get(ref), TE.map(remember));
    },
  };
};
