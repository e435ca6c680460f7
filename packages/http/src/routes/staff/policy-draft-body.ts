import { policyDigest } from '@portcullis/domain/checks';
import { integer, oneOf, t } from '@portcullis/domain/kernel';
import {
  type DamagedDraft,
  type DraftPerson,
  type DraftRecord,
  isDamagedDraft,
  type PolicyDraft,
} from '@portcullis/domain/ports';
import { PolicyCodec } from '@portcullis/domain/serialization';
import type { ClosedDamage, DraftView } from '@portcullis/domain/use-cases';
import { listOf, nullable, Timestamp } from '../../responses/shared-codecs.ts';

/** A member of staff: the opaque id, and a name for people. */
const PersonBody = t.type({ id: t.string, name: t.string }, 'DraftPerson');

const summary = {
  id: t.string,
  object: t.literal('policy_draft'),
  status: oneOf(['draft', 'published', 'discarded']),
  revision: integer(1, Number.MAX_SAFE_INTEGER),
  policy_id: t.string,
  policy_version: t.string,
  digest: t.string,
  note: nullable(t.string),
  author: PersonBody,
  /** Everybody who has written one of its documents, the author first. None of them may publish it. */
  writers: t.readonlyArray(PersonBody),
  /** Who approved it. With the status `draft` its publication was interrupted, and publishing it again goes on. */
  approved_by: nullable(PersonBody),
  created_at: Timestamp,
  updated_at: Timestamp,
};

const FindingBody = t.type(
  { severity: oneOf(['error', 'warning']), pointer: t.string, message: t.string },
  'PolicyFinding',
);

const DraftSummaryBody = t.type(summary, 'PolicyDraftSummary');

export const PolicyDraftBody = t.type(
  { ...summary, findings: t.readonlyArray(FindingBody), is_publishable: t.boolean, policy: PolicyCodec },
  'PolicyDraft',
);

const personBody = ({ name, staffId }: DraftPerson): t.TypeOf<typeof PersonBody> => ({ id: staffId, name });

const summaryBody = (draft: PolicyDraft): t.TypeOf<typeof DraftSummaryBody> => {
  const { approvedBy, createdAt, id, note, policy, revision, status, updatedAt } = draft;
  const writers = draft.writers.map(personBody);
  return {
    id,
    object: 'policy_draft',
    status: shownStatus(status),
    revision,
    policy_id: policy.id,
    policy_version: policy.version,
    digest: policyDigest(policy),
    note,
    author: writers[0] ?? { id: '', name: '' },
    writers,
    approved_by: approvedBy === null ? null : personBody(approvedBy),
    created_at: createdAt,
    updated_at: updatedAt,
  };
};

export const policyDraftBody = ({ draft, findings, isPublishable }: DraftView): t.TypeOf<typeof PolicyDraftBody> => ({
  ...summaryBody(draft),
  findings: findings.map(({ level, message, pointer }) => ({ severity: level, pointer, message })),
  is_publishable: isPublishable,
  policy: draft.policy,
});

/** A draft whose row was changed in the database and does not open: nothing is known of what it says. */
const DamagedDraftBody = t.type(
  {
    id: summary.id,
    object: summary.object,
    status: summary.status,
    is_damaged: t.literal(true),
    created_at: nullable(Timestamp),
    updated_at: nullable(Timestamp),
  },
  'DamagedPolicyDraft',
);

const shownStatus = (status: PolicyDraft['status']) => (status === 'approved' ? 'draft' : status);

const damagedDraftBody = ({ createdAt, id, status, updatedAt }: DamagedDraft): t.TypeOf<typeof DamagedDraftBody> => ({
  id,
  object: 'policy_draft',
  status: shownStatus(status),
  is_damaged: true,
  created_at: createdAt,
  updated_at: updatedAt,
});

export const ClosedDraftBody = t.union([PolicyDraftBody, DamagedDraftBody], 'ClosedPolicyDraft');

export const closedDraftBody = (closed: DraftView | ClosedDamage): t.TypeOf<typeof ClosedDraftBody> =>
  'digest' in closed ? policyDraftBody(closed) : damagedDraftBody(closed.draft);

export const PolicyDraftListBody = listOf(t.union([DraftSummaryBody, DamagedDraftBody]), 'PolicyDraftList');

export const policyDraftListBody = (drafts: readonly DraftRecord[]): t.TypeOf<typeof PolicyDraftListBody> => ({
  object: 'list',
  data: drafts.map((draft) => (isDamagedDraft(draft) ? damagedDraftBody(draft) : summaryBody(draft))),
  next_cursor: null,
});
