import {
  alreadyExists,
  E,
  keepable,
  notFound,
  type Policy,
  type PolicyRegister,
  policyDigest,
} from '@portcullis/domain';

type Kept = { readonly policy: Policy; readonly partnerId: string | null };

/** The policies that were added to this process. */
export const memoryPolicyRegister = (): PolicyRegister => {
  const rows: Kept[] = [];
  const found = (row: Kept | undefined) => (row ? E.right(row.policy) : E.left(notFound));
  const named = (id: string, version: string) =>
    rows.find(({ policy }) => policy.id === id && policy.version === version);
  return {
    latest:
      (id, { partnerId }) =>
      async () =>
        found(rows.findLast((row) => row.policy.id === id && (row.partnerId === null || row.partnerId === partnerId))),
    get:
      ({ id, version }) =>
      async () =>
        found(named(id, version)),
    add: (document, partnerId) => async () => {
      const policy = keepable(document);
      if (E.isLeft(policy)) return policy;
      const before = named(policy.right.id, policy.right.version);
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
