import type {
  DamagedDraft,
  ListedDraft,
  PolicyDocument,
  PolicyDraftSummary,
  PolicyJson,
  PolicySummary,
  StaffMember,
} from './wire.ts';

export const isDamagedDraft = (draft: ListedDraft): draft is DamagedDraft => 'is_damaged' in draft;

/** The unsaved text of a draft, and the revision that it was begun from. */
export type TypedPolicy = {
  readonly text: string;
  readonly note: string;
  readonly revision: number;
};

/** The versions that new profiles get: of each id the one that was added last. They come oldest first. */
export const versionsInUse = (policies: readonly PolicySummary[]): readonly PolicySummary[] =>
  policies.filter(({ id }, at) => policies.findLastIndex((other) => other.id === id) === at);

/** The version that a draft would take the place of; where its id is new, the policy in the code, which comes first. */
export const versionBefore = (policies: readonly PolicySummary[], id: string): PolicySummary | null =>
  policies.findLast((policy) => policy.id === id) ?? policies[0] ?? null;

const nextVersion = (version: string): string => {
  const [, start = '', last = ''] = /^(.*?)(\d{1,9})$/.exec(version) ?? [];
  return last === '' ? `${version.slice(0, 38)}-2` : `${start}${Number(last) + 1}`.slice(0, 40);
};

/** The beginning of a draft: another version of a policy. The policy in the code keeps its id for itself. */
export const draftOf = ({ id, policy, version }: PolicyDocument): PolicyJson =>
  id === 'standard' ? { ...policy, id: 'own', version: '1' } : { ...policy, version: nextVersion(version) };

/** Whether somebody has written a document of a draft, and so cannot publish it. */
export const hasWritten = ({ writers }: PolicyDraftSummary, { id }: StaffMember): boolean =>
  writers.some((writer) => writer.id === id);
