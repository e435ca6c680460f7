import { pipe, TE } from '../../kernel/fp.ts';
import type { Policy, PolicyRef } from '../../policy/policy.ts';
import { builtInPolicyId } from '../../policy/standard-policy.ts';
import type { PolicyStore } from '../../ports/stores/policy-store.ts';

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
