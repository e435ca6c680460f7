import { policyDigest } from '../../checks/decide.ts';
import type { Unavailable } from '../../kernel/errors.ts';
import { pipe, type TaskEither, TE } from '../../kernel/fp.ts';
import type { Policy, PolicyRef } from '../../policy/policy.ts';
import { formerPoliciesOf } from '../../policy/standard-policy.ts';
import type { PolicyStore } from '../../ports/stores/policy-store.ts';

/** Whether the store answers, but what it holds under the name is not the document that was added. */
const isAltered = (error: Unavailable): boolean => error.service === 'database' && error.kind === 'invalid_response';

/** The document with the digest of a decision, if this name ever had one; else the one that has the name now. */
const ofDigest = (policy: Policy, digest: string | null): Policy =>
  digest === null || policyDigest(policy) === digest
    ? policy
    : (formerPoliciesOf(policy).find((former) => policyDigest(former) === digest) ?? policy);

/**
 * The document under a name, or `null` where there is none any more, or another one than was added. `digest` is that of
 * the decision which the document is looked up for, where it has one.
 */
export const findPolicy = (
  policies: PolicyStore,
  ref: PolicyRef,
  digest: string | null = null,
): TaskEither<Unavailable, Policy | null> =>
  pipe(
    policies.get(ref),
    TE.map((policy): Policy | null => ofDigest(policy, digest)),
    TE.orElse((error) => (error._tag === 'NotFound' || isAltered(error) ? TE.right(null) : TE.left(error))),
  );
