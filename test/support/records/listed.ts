import { isDamagedEntry, type ListStore } from '@portcullis/backoffice/ports';
import { type AccessLog, type PolicyRepository, pipe, TE } from '@portcullis/domain';
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

/** The page of all lines, which fails where it says that rows are damaged. */
export const undamagedLines = ({ page }: Pick<AccessLog, 'page'>) =>
  pipe(
    page({ viewer: null, after: null, from: null, until: '9999', limit: 1000 }),
    TE.flatMap((read) => (read.damaged.length === 0 ? TE.right(read) : TE.left(damagedRecord('damaged rows')))),
  );
