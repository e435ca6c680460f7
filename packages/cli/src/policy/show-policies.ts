import { type Environment, readStandardPolicyVariables } from '@portcullis/app/configuration';
import {
  builtInPolicies,
  E,
  type Either,
  type NotFound,
  notFound,
  type Policy,
  type PolicyRepository,
  standardPolicy,
  type Unavailable,
} from '@portcullis/domain';
import { builtInPolicyId, policyDigest, type StandardOptions } from '@portcullis/domain/checks';
import type { StoredPolicy } from '@portcullis/domain/ports';
import { type CommandResult, misconfiguredResult, unavailableResult } from '../command/command-result.ts';
import { openRecords } from '../command/open-records.ts';
import type { Output } from '../command/output.ts';

/** For whom a policy is, in words; `null` is everybody. */
export const audience = (partnerId: string | null): string =>
  partnerId === null ? 'every partner' : `the partner ${partnerId}`;

/** A policy in one line: its id, its version, for whom it is, its digest, and a word where its row does not open. */
const policyLine = ({ digest, isDamaged, partnerId, ref }: StoredPolicy): string =>
  [
    ref.id,
    ref.version,
    partnerId === null ? 'every partner' : `partner ${partnerId}`,
    digest,
    ...(isDamaged ? ['damaged'] : []),
  ].join('\t');

const policyObject = ({ digest, isDamaged, partnerId, ref }: StoredPolicy): object => ({
  ...ref,
  partner: partnerId,
  digest,
  ...(isDamaged && { damaged: true }),
});

const policiesResult = (policies: readonly StoredPolicy[]): CommandResult => ({
  code: 0,
  lines: policies.map(policyLine),
  objects: policies.map(policyObject),
});

/** Says in a sentence which version new profiles get. */
const usageNote = (policies: readonly StoredPolicy[]): string =>
  policies
    .map(({ partnerId, ref }) => `New profiles of ${audience(partnerId)} get ${ref.id} ${ref.version}.`)
    .join(' ');

/**
 * The versions of one id that new profiles get: the newest that is available to every partner, and the newest of each
 * partner for whom that is another one. The policies are in the order in which they were added.
 */
const versionsInUse = (ofId: readonly StoredPolicy[]): readonly StoredPolicy[] =>
  [null, ...new Set(ofId.flatMap(({ partnerId }) => partnerId ?? []))].flatMap((partnerId) => {
    const newest = ofId.findLast((one) => one.partnerId === null || one.partnerId === partnerId);
    return newest?.partnerId === partnerId ? [newest] : [];
  });

/**
 * The options of the built-in policy in this environment. Specimens are only accepted with a stand-in for the document
 * AI.
 */
const standardOptions = (env: Environment): Either<CommandResult, StandardOptions> => {
  const read = readStandardPolicyVariables(env);
  if (E.isLeft(read)) return E.left(misconfiguredResult(read.left));
  const { AI_ENDPOINT_URL, FACE_LIVENESS_THRESHOLD = 75 } = read.right;
  return E.right({ livenessThreshold: FACE_LIVENESS_THRESHOLD, specimens: AI_ENDPOINT_URL !== undefined });
};

const builtInAsStored = (options: StandardOptions): StoredPolicy => {
  const policy = standardPolicy(options);
  return { ref: { id: policy.id, version: policy.version }, partnerId: null, digest: policyDigest(policy) };
};

/** Does something with the policies that were added, in their order. */
const withAdded = async (
  env: Environment,
  use: (added: readonly StoredPolicy[], repository: PolicyRepository) => CommandResult | Promise<CommandResult>,
): Promise<CommandResult> => {
  const records = openRecords(env);
  if (E.isLeft(records)) return records.left;
  const { policyRepository } = records.right;
  const listed = await policyRepository.list()();
  return E.isLeft(listed) ? unavailableResult(listed.left) : use(listed.right, policyRepository);
};

/** Lists the added policies in their order: the last one of an id applies to new profiles. */
export const listPolicies = (env: Environment): Promise<CommandResult> => withAdded(env, policiesResult);

/** Lists the version of each policy that new profiles get, the built-in one first. */
export const showVersionsInUse = async (env: Environment): Promise<CommandResult> => {
  const options = standardOptions(env);
  if (E.isLeft(options)) return options.left;
  return withAdded(env, (added) => {
    const ids = [...new Set(added.map(({ ref }) => ref.id))];
    const inUse = ids.flatMap((id) => versionsInUse(added.filter(({ ref }) => ref.id === id)));
    return policiesResult([builtInAsStored(options.right), ...inUse]);
  });
};

const shown = (name: string, found: Either<NotFound | Unavailable, Policy>): CommandResult => {
  if (E.isRight(found)) return { code: 0, lines: [JSON.stringify(found.right, null, 2)], objects: [found.right] };
  return found.left._tag === 'NotFound'
    ? { code: 1, lines: [`There is no policy ${name}.`] }
    : unavailableResult(found.left);
};

/**
 * Shows a policy as JSON; without a version, the one that was added last, for whichever partner. Beside it, so that the
 * output is the policy alone, a sentence says which version new profiles get.
 */
export const showPolicy = async (
  env: Environment,
  id: string,
  version: string | null,
  { printError }: Output,
): Promise<CommandResult> => {
  const name = version === null ? id : `${id} ${version}`;
  if (id === builtInPolicyId) {
    const options = standardOptions(env);
    if (E.isLeft(options)) return options.left;
    const current = builtInAsStored(options.right);
    printError(usageNote([current]));
    const policies = builtInPolicies(options.right);
    return version === null
      ? shown(name, E.right(standardPolicy(options.right)))
      : shown(name, await policies.get({ id, version })());
  }
  return withAdded(env, async (added, repository) => {
    const ofId = added.filter(({ ref }) => ref.id === id);
    if (ofId.length > 0) printError(usageNote(versionsInUse(ofId)));
    const wanted = version ?? ofId.at(-1)?.ref.version;
    return shown(name, wanted === undefined ? E.left(notFound) : await repository.get({ id, version: wanted })());
  });
};
