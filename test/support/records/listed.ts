import { isDamagedEntry, type ListStore } from '@portcullis/backoffice/ports';
import { type PolicyRepository, pipe, TE } from '@portcullis/domain';
import { damagedRecord } from '@portcullis/domain/kernel';

/** An entry of a list. One that does not open is an outage here. */
export const undamagedEntry = ({ listStore }: { readonly listStore: ListStore }, id: string) =>
  pipe(
    listStore.find(id),
    TE.flatMap((entry) =>
      entry !== null && isDamagedEntry(entry) ? TE.left(damagedRecord('the entry is damaged')) : TE.right(entry),
    ),
  );

/** The policies that were added, which fail where it is said that one is damaged. */
export const undamagedPolicies = ({ policyRepository }: { readonly policyRepository: PolicyRepository }) =>
  pipe(
    policyRepository.list(),
    TE.flatMap((policies) =>
      policies.some(({ isDamaged }) => isDamaged) ? TE.left(damagedRecord('a policy is damaged')) : TE.right(policies),
    ),
  );
