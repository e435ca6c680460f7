import type { StaffMember } from './wire.ts';

/** A policy document, whose fields the service describes: `npx portcullis policy schema`. */
export type PolicyJson = { readonly [field: string]: unknown };

/** A policy that the partner may choose. */
export type PolicySummary = {
  readonly id: string;
  readonly version: string;
  readonly digest: string;
  readonly is_own: boolean;
  /** Its row was changed in the database: what is said of it is not certain. */
  readonly is_damaged?: true;
};

export type PolicyDocument = PolicySummary & { readonly policy: PolicyJson };

export type DraftPerson = { readonly id: string; readonly name: string };

export type PolicyDraftSummary = {
  readonly id: string;
  readonly status: 'draft' | 'published' | 'discarded';
  readonly revision: number;
  readonly policy_id: string;
  readonly policy_version: string;
  readonly digest: string;
  readonly note: string | null;
  readonly author: DraftPerson;
  readonly writers: readonly DraftPerson[];
  readonly approved_by: DraftPerson | null;
  readonly created_at: string;
  readonly updated_at: string;
};

/** A draft whose row was changed in the database: nothing is known of what it says. */
export type DamagedDraft = Pick<PolicyDraftSummary, 'id' | 'status'> & {
  readonly is_damaged: true;
  readonly created_at: string | null;
  readonly updated_at: string | null;
};

export type ListedDraft = PolicyDraftSummary | DamagedDraft;

export const isDamagedDraft = (draft: ListedDraft): draft is DamagedDraft => 'is_damaged' in draft;

export type PolicyFinding = {
  readonly severity: 'error' | 'warning';
  readonly pointer: string;
  readonly message: string;
};

export type PolicyDraft = PolicyDraftSummary & {
  readonly findings: readonly PolicyFinding[];
  readonly is_publishable: boolean;
  readonly policy: PolicyJson;
};

/** The possible results of the checks of the system. */
export const systemOutcomes = ['approve', 'retry', 'review', 'decline'] as const;
export type SystemOutcome = (typeof systemOutcomes)[number];

export type BackTest = {
  readonly status: 'running' | 'done' | 'interrupted';
  readonly revision: number;
  readonly digest: string;
  readonly judged: number;
  readonly unjudged: number;
  readonly damaged?: number;
  readonly started_at: string;
  readonly finished_at: string | null;
  readonly matrix: readonly { readonly from: SystemOutcome; readonly to: SystemOutcome; readonly count: number }[];
  readonly newly: readonly { readonly reason: string; readonly comes: number; readonly goes: number }[];
  readonly examples: readonly {
    readonly from: SystemOutcome;
    readonly to: SystemOutcome;
    readonly profile_ids: readonly string[];
  }[];
};

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
