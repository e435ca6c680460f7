import { type Environment, readStandardPolicyVariables } from '@portcullis/app/configuration';
import { E, type Either } from '@portcullis/domain';
import { policyDigest, type StandardOptions, standardPolicy } from '@portcullis/domain/checks';
import type { StoredPolicy } from '@portcullis/domain/ports';
import { audience } from '../command/audience.ts';
import { type CommandResult, misconfiguredResult, unavailableResult } from '../command/command-result.ts';
import { policyLine } from './list-policies.ts';
import { withPolicyRepository } from './with-policy-repository.ts';

/** A version that new profiles get: those of every partner (`null`) who has no version of its own, or those of one. */
export type VersionInUse = { readonly version: string; readonly partnerId: string | null };

/**
 * The options of the built-in policy in this environment. Specimens are only accepted with a stand-in for the document
 * AI.
 */
export const readStandardOptions = (env: Environment): Either<CommandResult, StandardOptions> => {
  const read = readStandardPolicyVariables(env);
  if (E.isLeft(read)) return E.left(misconfiguredResult(read.left));
  const { AI_ENDPOINT_URL, FACE_LIVENESS_THRESHOLD = 75 } = read.right;
  return E.right({ livenessThreshold: FACE_LIVENESS_THRESHOLD, specimens: AI_ENDPOINT_URL !== undefined });
};

type StoredInUse = VersionInUse & { readonly stored: StoredPolicy };

/**
 * The versions of one id that new profiles get: the newest that is available to every partner, and the newest of each
 * partner for whom that is another one. The policies are in the order in which they were added.
 */
export const versionsInUse = (ofId: readonly StoredPolicy[]): readonly StoredInUse[] => {
  const newestFor = (partnerId: string | null): readonly StoredInUse[] => {
    const stored = ofId.findLast((one) => one.partnerId === null || one.partnerId === partnerId);
    return stored?.partnerId === partnerId ? [{ version: stored.ref.version, partnerId, stored }] : [];
  };
  return [null, ...new Set(ofId.flatMap(({ partnerId }) => partnerId ?? []))].flatMap(newestFor);
};

/** Says in a sentence which version new profiles get. */
export const usageNote = (id: string, versions: readonly VersionInUse[]): string =>
  versions.map(({ partnerId, version }) => `New profiles of ${audience(partnerId)} get ${id} ${version}.`).join(' ');

/** Lists the version of each policy that new profiles get, the built-in one first. */
export const showVersionsInUse = async (env: Environment): Promise<CommandResult> => {
  const options = readStandardOptions(env);
  if (E.isLeft(options)) return options.left;
  const standard = standardPolicy(options.right);
  return withPolicyRepository(env, async (repository) => {
    const listed = await repository.list()();
    if (E.isLeft(listed)) return unavailableResult(listed.left);
    const ids = [...new Set(listed.right.map(({ ref }) => ref.id))];
    const added = ids.flatMap((id) => versionsInUse(listed.right.filter(({ ref }) => ref.id === id)));
    return {
      code: 0,
      lines: [
        policyLine({ ref: standard, partnerId: null, digest: policyDigest(standard) }),
        ...added.map(({ stored }) => policyLine(stored)),
      ],
    };
  });
};
