import { aPolicy } from '@portcullis/contracts/builders';
import type { FlatPolicy } from '@portcullis/domain/checks';

export { aPolicy, aPolicyWith } from '@portcullis/contracts/builders';

/** The policy without the acceptance of specimens that is for tests and sandboxes. */
export const inProduction = (policy: FlatPolicy): FlatPolicy => {
  const { knownSpecimens: _, ...documents } = policy.documents;
  return { ...policy, documents };
};

/** A policy for a service in production, which accepts no specimens. */
export const aProductionPolicy = (over: Partial<FlatPolicy> = {}): FlatPolicy => inProduction(aPolicy(over));
