import { notFound } from '../../kernel/errors.ts';
import { TE } from '../../kernel/fp.ts';
import {
  builtInPolicyId,
  policyOfVersion,
  type StandardOptions,
  standardPolicy,
} from '../../policy/standard-policy.ts';
import type { PolicyStore } from '../../ports/stores/policy-store.ts';

/** The store of the built-in policies. It has every version of `standard`; new profiles get the configured one. */
export const builtInPolicies = (options: StandardOptions): PolicyStore => ({
  latest: (id) => (id === builtInPolicyId ? TE.right(standardPolicy(options)) : TE.left(notFound)),
  get: ({ id, version }) => {
    const found = id === builtInPolicyId ? policyOfVersion(version) : null;
    return found ? TE.right(found) : TE.left(notFound);
  },
});
