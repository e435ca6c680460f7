import { administrationEntry, type BackTest, type PolicyDraft } from '@portcullis/backoffice/ports';
import { policyDigest } from '@portcullis/domain/checks';
import { genesisHash } from '@portcullis/domain/ledger';
import { aPolicy } from './policies.ts';

const at = '2026-05-01T10:00:00.000Z';

/** A draft of a policy, before it has a ledger. */
const policyDraft = (id = 'draft0000000001', change: Partial<PolicyDraft> = {}): PolicyDraft => ({
  id,
  partnerId: 'acme',
  status: 'draft',
  revision: 1,
  policy: aPolicy(),
  note: null,
  writers: [{ staffId: 'staff-adminxxxxxx1', name: 'Rosa Lind' }],
  approvedBy: null,
  createdAt: at,
  updatedAt: at,
  version: 1,
  ledgerHead: '',
  ...change,
});

/** The first entry of the ledger of a draft, and the draft with it. */
const first = (draft: PolicyDraft) => {
  const tenant = { partnerId: draft.partnerId, teamId: null };
  const actor = { type: 'reviewer', id: 'staff-adminxxxxxx1' } as const;
  const said = { type: 'policy_draft.created', actor, tenant, at: draft.createdAt } as const;
  const entry = administrationEntry({ profileId: draft.id, seq: 0, hash: genesisHash }, said);
  return { entry, stored: { ...draft, version: entry.seq, ledgerHead: entry.hash } };
};

export const aPolicyDraft = Object.assign(policyDraft, { first });

/** A back-test that runs, of the draft. */
export const aBackTest = (change: Partial<BackTest> = {}): BackTest => ({
  draftId: 'draft0000000001',
  partnerId: 'acme',
  generation: 1,
  state: 'running',
  heldUntil: '2026-05-01T10:00:30.000Z',
  revision: 1,
  digest: policyDigest(aPolicy()),
  startedAt: at,
  finishedAt: null,
  findings: { judged: 0, unjudged: 0, cells: [], reasons: [], examples: [] },
  ...change,
});
