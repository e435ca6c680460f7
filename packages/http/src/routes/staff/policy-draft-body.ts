import type { ClosedDamage, DraftView } from '@portcullis/backoffice';
import {
  type DamagedDraft,
  type DraftPerson,
  type DraftRecord,
  isDamagedDraft,
  type PolicyDraft,
} from '@portcullis/backoffice/ports';
import { policyDigest } from '@portcullis/domain/checks';
import { IdCodec, oneOf, t } from '@portcullis/domain/kernel';
import { listOf, nullable, Ordinal, Sha256, Timestamp } from '../../responses/shared-codecs.ts';

const DraftPersonBody = t.type({ id: t.string, name: t.string }, 'DraftPerson');

const identity = {
  id: IdCodec,
  object: t.literal('policy_draft'),
  status: oneOf(['draft', 'published', 'discarded']),
};

const summary = {
  ...identity,
  revision: Ordinal,
  policy_id: t.string,
  policy_version: t.string,
  digest: Sha256,
  note: nullable(t.string),
  author: DraftPersonBody,
  writers: t.readonlyArray(DraftPersonBody),
  approved_by: nullable(DraftPersonBody),
  created_at: Timestamp,
  updated_at: Timestamp,
};

const DraftSummaryBody = t.type(summary, 'PolicyDraftSummary');

const DamagedDraftBody = t.type(
  {
    ...identity,
    is_damaged: t.literal(true),
    created_at: nullable(Timestamp),
    updated_at: nullable(Timestamp),
  },
  'DamagedDraft',
);

const FindingBody = t.type(
  { severity: oneOf(['error', 'warning']), pointer: t.string, message: t.string },
  'PolicyFinding',
);

export const PolicyDraftBody = t.type(
  {
    ...summary,
    findings: t.readonlyArray(FindingBody),
    is_publishable: t.boolean,
    policy: t.UnknownRecord,
  },
  'PolicyDraft',
);

export const ClosedDraftBody = t.union([PolicyDraftBody, DamagedDraftBody], 'ClosedDraft');

export const PolicyDraftList = listOf(t.union([DraftSummaryBody, DamagedDraftBody], 'ListedDraft'), 'PolicyDraftList');

const personBody = ({ name, staffId }: DraftPerson): t.TypeOf<typeof DraftPersonBody> => ({ id: staffId, name });

/**
 * A draft without its document. None of its writers, the author first, may publish it. Somebody has approved it where
 * its publication was interrupted, and publishing it again goes on.
 */
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

export const policyDraftBody = ({ draft, findings, isPublishable }: DraftView) => ({
  ...summaryBody(draft),
  findings: findings.map(({ level, message, pointer }) => ({ severity: level, pointer, message })),
  is_publishable: isPublishable,
  policy: draft.policy,
});

const shownStatus = (status: PolicyDraft['status']) => (status === 'approved' ? 'draft' : status);

const damagedDraftBody = ({ createdAt, id, status, updatedAt }: DamagedDraft): t.TypeOf<typeof DamagedDraftBody> => ({
  id,
  object: 'policy_draft',
  status: shownStatus(status),
  is_damaged: true,
  created_at: createdAt,
  updated_at: updatedAt,
});

export const closedDraftBody = (closed: DraftView | ClosedDamage): t.TypeOf<typeof ClosedDraftBody> =>
  'digest' in closed ? policyDraftBody(closed) : damagedDraftBody(closed.draft);

export const policyDraftListBody = (drafts: readonly DraftRecord[]): t.TypeOf<typeof PolicyDraftList> => ({
  object: 'list',
  data: drafts.map((draft) => (isDamagedDraft(draft) ? damagedDraftBody(draft) : summaryBody(draft))),
  next_cursor: null,
});
