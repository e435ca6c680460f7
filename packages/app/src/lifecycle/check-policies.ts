import {
  E,
  type Either,
  type Policy,
  type PolicyRepository,
  type PolicyStore,
  type Unavailable,
} from '@portcullis/domain';
import { builtInPolicyId, faceThresholds, lackingProviders, pathsOf, policyOfPath } from '@portcullis/domain/checks';
import { isOfOneRecord } from '@portcullis/domain/kernel';
import type { Container } from 'inversify';
import { Tokens } from '../composition/tokens.ts';

/** The variables that choose the providers that may be absent. */
const variables = { liveness: 'LIVENESS_PROVIDER', faces: 'FACE_PROVIDER', device: 'DEVICE_PROVIDER' } as const;
type Provider = keyof typeof variables;

/** What keeps everybody from being approved on a path, in words. */
export type IncompletePath = { readonly path: string; readonly lacks: string };

/** Whether there is a policy under which somebody can be approved, and the paths on which nobody can. */
export type PolicyReport = { readonly isAnyComplete: boolean; readonly incomplete: readonly IncompletePath[] };

type Deps = {
  /** The providers of which there is none. */
  readonly absent: readonly Provider[];
  /** The model that compares faces, if it is not that of AWS. */
  readonly faceModel: string | undefined;
  readonly policies: PolicyStore;
  readonly policyRepository: Pick<PolicyRepository, 'list'>;
};

/** The policies that new profiles get: the built-in one, and the newest of each id and partner. */
const policiesInUse = async ({ policies, policyRepository }: Deps): Promise<Either<Unavailable, readonly Policy[]>> => {
  const listed = await policyRepository.list()();
  if (E.isLeft(listed)) return listed;
  const newest = new Map(listed.right.map(({ partnerId, ref }) => [JSON.stringify([ref.id, partnerId]), ref]));
  const reads = [
    policies.latest(builtInPolicyId, { partnerId: '', teamId: null }),
    ...[...newest.values()].map((ref) => policies.get(ref)),
  ];
  const found: Policy[] = [];
  for (const read of reads) {
    const one = await read();
    if (E.isRight(one)) found.push(one.right);
    else if (one.left._tag === 'Unavailable' && !isOfOneRecord(one.left)) return E.left(one.left);
  }
  return E.right(found);
};

/** The paths of a policy, each with what it lacks, if anything. */
const pathsWithLacks = (policy: Policy, { absent, faceModel }: Deps): readonly IncompletePath[] =>
  pathsOf(policy).map((path) => {
    const rules = policyOfPath(policy, path);
    const lacking = lackingProviders(rules, absent).flatMap(({ of, provider }) =>
      absent.filter((one) => one === provider).map((one) => `${of} needs ${variables[one]}`),
    );
    // Where the faces decide, a model without thresholds is as good as none.
    const unjudged = faceThresholds(policy, faceModel) === null ? lackingProviders(rules, ['faces']) : [];
    const needs = [...lacking, ...unjudged.map(({ of }) => `${of} needs faceMatch.models.${faceModel} in the policy`)];
    return { path: `${policy.id} ${policy.version}, path ${path.id}`, lacks: [...new Set(needs)].join(', ') };
  });

const checkPolicies = async (deps: Deps): Promise<Either<Unavailable, PolicyReport>> => {
  // Everything can be completed where every provider is there on AWS's scale, and nothing has to be read.
  if (deps.absent.length === 0 && deps.faceModel === undefined) return E.right({ isAnyComplete: true, incomplete: [] });
  const found = await policiesInUse(deps);
  if (E.isLeft(found)) return found;
  const paths = found.right.flatMap((policy) => pathsWithLacks(policy, deps));
  const incomplete = paths.filter(({ lacks }) => lacks !== '');
  return E.right({ isAnyComplete: incomplete.length < paths.length, incomplete });
};

/** Whether the policies can be completed with the providers of this service. */
export const policyCheck = (container: Container) => (): Promise<Either<Unavailable, PolicyReport>> => {
  const ports = {
    liveness: container.get(Tokens.liveness),
    faces: container.get(Tokens.faces),
    device: container.get(Tokens.devices),
  };
  const all: readonly Provider[] = ['liveness', 'faces', 'device'];
  return checkPolicies({
    absent: all.filter((provider) => ports[provider].isAbsent === true),
    faceModel: ports.faces.model,
    policies: container.get(Tokens.policies),
    policyRepository: container.get(Tokens.policyRepository),
  });
};
