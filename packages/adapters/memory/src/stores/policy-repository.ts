import { decodeCustomPolicy, E, notFound, type Policy, type PolicyRepository } from '@portcullis/domain';
import { policyDigest } from '@portcullis/domain/checks';
import { alreadyExists } from '@portcullis/domain/kernel';

type StoredPolicy = { readonly policy: Policy; readonly partnerId: string | null };

/** The policies that were added to this process. */
export const memoryPolicyRepository = (): PolicyRepository => {
  const rows: StoredPolicy[] = [];
  const found = (row: StoredPolicy | undefined) => (row ? E.right(row.policy) : E.left(notFound));
  const findVersion = (id: string, version: string) =>
    rows.find(({ policy }) => policy.id === id && policy.version === version);
  return {
    latest:
      (id, { partnerId }) =>
      async () =>
        found(rows.findLast((row) => row.policy.id === id && (row.partnerId === null || row.partnerId === partnerId))),
    get:
      ({ id, version }) =>
      async () =>
        found(findVersion(id, version)),
    add: (document, partnerId) => async () => {
      const policy = decodeCustomPolicy(document);
      if (E.isLeft(policy)) return policy;
      const before = findVersion(policy.right.id, policy.right.version);
      if (before === undefined) {
        rows.push({ policy: policy.right, partnerId });
        return E.right(undefined);
      }
      const isSame = before.partnerId === partnerId && policyDigest(before.policy) === policyDigest(policy.right);
      return isSame ? E.right(undefined) : E.left(alreadyExists);
    },
    list: () => async () =>
      E.right(
        rows.map(({ policy, partnerId }) => ({
          ref: { id: policy.id, version: policy.version },
          partnerId,
          digest: policyDigest(policy),
        })),
      ),
  };
};
