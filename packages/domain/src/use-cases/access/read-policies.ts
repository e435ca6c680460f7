import { policyDigest } from '../../checks/decide.ts';
import { type Invalid, type NotFound, notFound, type Unavailable } from '../../kernel/errors.ts';
import { E, pipe, type TaskEither, TE } from '../../kernel/fp.ts';
import type { StaffPrincipal, Tenant } from '../../kernel/principal.ts';
import type { Policy, PolicyRef } from '../../policy/policy.ts';
import { builtInPolicyId } from '../../policy/standard-policy.ts';
import type { PolicyRepository, PolicyStore, StoredPolicy } from '../../ports/stores/policy-store.ts';
import { useCase } from './use-case.ts';

type Deps = {
  /** The built-in policies, and those of the repository. */
  readonly policies: PolicyStore;
  readonly policyRepository: Pick<PolicyRepository, 'list'>;
};

/** The policies that the caller's partner may choose: the built-in one as it is now, then those that were added. */
export type ListPolicies = (
  caller: StaffPrincipal,
) => TaskEither<Invalid | NotFound | Unavailable, readonly StoredPolicy[]>;

const mayChoose = ({ partnerId }: Tenant, policy: StoredPolicy): boolean =>
  policy.partnerId === null || policy.partnerId === partnerId;

export const listPolicies = useCase(
  'listPolicies',
  ['policies', 'policyRepository'],
  ({ policies, policyRepository }: Deps): ListPolicies =>
    ({ tenant }) =>
    async () => {
      const builtIn = await policies.latest(builtInPolicyId, tenant)();
      if (E.isLeft(builtIn)) return builtIn;
      const added = await policyRepository.list()();
      if (E.isLeft(added)) return added;
      const { id, version } = builtIn.right;
      const first = { ref: { id, version }, partnerId: null, digest: policyDigest(builtIn.right) };
      return E.right([first, ...added.right.filter((policy) => mayChoose(tenant, policy))]);
    },
);

/** A policy with what is stored of it besides its document. */
export type PolicyView = StoredPolicy & { readonly policy: Policy };

/** A policy that the caller's partner may choose, in any version. A policy of another partner does not exist. */
export type ReadPolicy = (input: {
  readonly caller: StaffPrincipal;
  readonly ref: PolicyRef;
}) => TaskEither<Invalid | NotFound | Unavailable, PolicyView>;

/** The owner of a policy that was added; a built-in one is for everybody. */
const ownerOf = (
  { policyRepository }: Deps,
  { tenant }: StaffPrincipal,
  ref: PolicyRef,
): TaskEither<NotFound | Unavailable, string | null> =>
  ref.id === builtInPolicyId
    ? TE.right(null)
    : pipe(
        policyRepository.list(),
        TE.flatMap((added) => {
          const found = added.find(({ ref: { id, version } }) => id === ref.id && version === ref.version);
          return found !== undefined && mayChoose(tenant, found) ? TE.right(found.partnerId) : TE.left(notFound);
        }),
      );

export const readPolicy = useCase(
  'readPolicy',
  ['policies', 'policyRepository'],
  (deps: Deps): ReadPolicy =>
    ({ caller, ref }) =>
      pipe(
        TE.Do,
        TE.bindW('partnerId', () => ownerOf(deps, caller, ref)),
        TE.bindW('policy', () => deps.policies.get(ref)),
        TE.map(({ partnerId, policy }) => ({ ref, partnerId, digest: policyDigest(policy), policy })),
      ),
);
