import { lruCache } from '../../kernel/concurrency/lru-cache.ts';
import { pipe, TE } from '../../kernel/fp.ts';
import type { Policy, PolicyRef } from '../../policy/policy.ts';
import { builtInPolicyId } from '../../policy/standard-policy.ts';
import type { PolicyStore } from '../../ports/stores/policy-store.ts';

const keyOf = ({ id, version }: PolicyRef): string => JSON.stringify([id, version]);

/**
 * Serves the built-in policy and the custom policies that an operator has stored. A custom policy is read once per
 * process, and again only after `maxCached` other policies have been used.
 */
export const policyCatalog = (builtIn: PolicyStore, custom: PolicyStore, maxCached = 200): PolicyStore => {
  // An entry never becomes stale, because a policy version is immutable.
  const cache = lruCache<string, Policy>(maxCached);
  const remember = (policy: Policy): Policy => {
    cache.set(keyOf(policy), policy);
    return policy;
  };
  return {
    latest: (id, tenant) =>
      id === builtInPolicyId ? builtIn.latest(id, tenant) : pipe(custom.latest(id, tenant), TE.map(remember)),
    get: (ref) => {
      if (ref.id === builtInPolicyId) return builtIn.get(ref);
      const cached = cache.get(keyOf(ref));
      return cached ? TE.right(cached) : pipe(custom.get(ref), TE.map(remember));
    },
  };
};
