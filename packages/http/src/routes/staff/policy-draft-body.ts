import type { ClosedDamage, DraftView } from '@portcullis/backoffice';
import {
  type DamagedDraft,
  type DraftPerson,
  type DraftRecord,
  isDamagedDraft,
  type PolicyDraft,
} from '@portcullis/backoffice/ports';
import { policyDigest } from '@portcullis/domain/checks';

const personBody = ({ name, staffId }: DraftPerson) => ({ id: staffId, name });

/**
 * A draft without its document. None of its writers, the author first, may publish it. Somebody has approved it where
 * its publication was interrupted, and publishing it again goes on.
 */
const summaryBody = (draft: PolicyDraft) => {
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

export const policyDraftBody = ({ draft, findings, isPublishable }: DraftView) => ({
  ...summaryBody(draft),
  findings: findings.map(({ level, message, pointer }) => ({ severity: level, pointer, message })),
  is_publishable: isPublishable,
  policy: draft.policy,
});

const shownStatus = (status: PolicyDraft['status']) => (status === 'approved' ? 'draft' : status);

const damagedDraftBody = ({ createdAt, id, status, updatedAt }: DamagedDraft) => ({
  id,
  object: 'policy_draft',
  status: shownStatus(status),
  is_damaged: true,
  created_at: createdAt,
  updated_at: updatedAt,
});

export const closedDraftBody = (closed: DraftView | ClosedDamage) =>
  'digest' in closed ? policyDraftBody(closed) : damagedDraftBody(closed.draft);

export const policyDraftListBody = (drafts: readonly DraftRecord[]) => ({
  object: 'list',
  data: drafts.map((draft) => (isDamagedDraft(draft) ? damagedDraftBody(draft) : summaryBody(draft))),
  next_cursor: null,
});
