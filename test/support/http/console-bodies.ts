import type { Explanation, LedgerEntry, Profile, Review, StaffMember } from '#console/model/wire';
import { explanationBody } from '#http/responses/explanation-body';
import { profileBody } from '#http/responses/profile-body';
import { theExplanation } from './explanation.ts';
import { theView } from './stub-services.ts';

// Bodies as the console gets them, which its tests change as they need.

const at = '2026-05-04T09:30:00.000Z';

/** Somebody without any role. */
export const aMember: StaffMember = {
  object: 'staff_member',
  id: 'staff-1',
  name: 'Rosa',
  roles: [],
  permissions: [],
  partner_id: 'acme',
  team_id: null,
  search_by: [],
  session: { expires_at: at, idle_expires_at: at },
};

/** A case that waits, without a claim and a term. */
export const aReview: Review = {
  object: 'review',
  profile_id: 'case00000000001',
  reference: 'customer-1',
  status: 'in_review',
  is_waiting: true,
  status_reasons: [],
  policy: { id: 'standard', version: '1' },
  attempt: { number: 1, max: 3 },
  waiting_since: null,
  due_at: null,
  is_overdue: false,
  claim: null,
  approvals: { needed: 1, given: 0 },
  version: 1,
  created_at: at,
  updated_at: at,
};

export const anEntryBody: LedgerEntry = {
  id: 'entry-1',
  profile_id: 'case00000000001',
  seq: 1,
  kind: 'status_change',
  type: 'created',
  reasons: [],
  actor: { type: 'system', id: 'portcullis' },
  data: {},
  occurred_at: at,
  recorded_at: at,
  prev_hash: '00'.repeat(32),
  hash: 'ab'.repeat(32),
};

/** A profile that nobody has claimed anything for, without a document. */
export const aProfileBody: Profile = { ...profileBody(theView), claimed: {}, document: null, files: [] };

/** An explanation without a check. */
export const anExplanationBody: Explanation = { ...explanationBody(theExplanation), checks: [], nearest_change: null };

type Check = Explanation['checks'][number];

/** The explanation of one check. */
export const explained = (given: Partial<Check>): Explanation => ({
  ...anExplanationBody,
  checks: [
    {
      name: 'liveness',
      status: 'passed',
      requirement: 'required',
      reasons: [],
      saw: null,
      ...given,
    },
  ],
});
