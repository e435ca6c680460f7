/**
 * Example bodies of the profile routes, with the specimen person of ICAO 9303-4. A test decodes each of them with its
 * codec.
 */
const at = '2026-05-04T09:30:00.000Z';

const summaryExample = {
  id: 'p7f2k9x0m4c8v1b',
  object: 'profile_summary',
  reference: 'customer-4711',
  status: 'in_review',
  status_reasons: ['document_number_doubtful'],
  version: 9,
  created_at: at,
  updated_at: '2026-05-04T10:00:00.000Z',
  expires_at: '2026-05-11T09:30:00.000Z',
  decided_at: null,
  lapses_at: null,
};

const profileExample = {
  id: 'p7f2k9x0m4c8v1b',
  object: 'profile',
  view: 'partner',
  reference: 'customer-4711',
  partner_id: 'acme',
  team_id: null,
  status: 'approved',
  status_reasons: [],
  policy: { id: 'standard', version: '1' },
  attempt: { number: 1, max: 3 },
  requirements: [
    { step: 'consent', state: 'accepted', reasons: [] },
    { step: 'document_front', state: 'accepted', reasons: [] },
    { step: 'liveness', state: 'accepted', reasons: [] },
  ],
  claimed: { first_name: 'Anna Maria', last_name: 'Eriksson' },
  document: {
    type: 'passport',
    issuing_country: 'UTO',
    fields: {
      last_name: { value: 'ERIKSSON', sources: [{ source: 'mrz', value: 'ERIKSSON' }], agreement: 'single' },
    },
  },
  checks: [
    {
      name: 'liveness',
      status: 'passed',
      requirement: 'required',
      reasons: [],
      score: 98.2,
      threshold: 75,
      source: 'provider',
      observed_at: at,
      evidence: [3],
    },
  ],
  decision: {
    outcome: 'approve',
    reasons: [],
    policy: { id: 'standard', version: '1' },
    evidence_digest: '5891b5b522d5df086d0ff0b110fbd9d21bb4fc7163af34d08286a2e846f6be03',
    decided_by: { type: 'system', id: 'portcullis' },
    seq: 9,
    at,
  },
  assurance: {
    path: 'document',
    document: 'zone',
    liveness: true,
    face: true,
    without_provider: [],
    review: { state: 'none', reviewers: [], overridden: [] },
    earlier_declines: { reference: 1, document: 0 },
  },
  consent: { text_version: '2026-01', locale: 'en', granted: true, recorded_at: at },
  files: [
    {
      id: 'f1n8d2q6w0e5r3t',
      kind: 'document_front',
      content_type: 'image/jpeg',
      size: 183204,
      sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
      original_sha256: '60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752',
      attempt: 1,
      superseded: false,
      created_at: at,
    },
  ],
  language: 'en',
  metadata: { plan: 'basic' },
  redirect_url: 'https://partner.example/verified',
  previous_profile_id: null,
  redaction: null,
  version: 9,
  created_at: at,
  updated_at: at,
  expires_at: '2026-05-11T09:30:00.000Z',
  decided_at: at,
  lapses_at: '2027-05-04T09:30:00.000Z',
  erases_at: '2027-11-04T09:30:00.000Z',
};

export const createExample = {
  reference: 'customer-4711',
  claimed: { first_name: 'Anna Maria', last_name: 'Eriksson', date_of_birth: '1974-08-12', country: 'UTO' },
  language: 'en',
  metadata: { plan: 'basic' },
  redirect_url: 'https://partner.example/verified',
};

export const sandboxCreateExample = { ...createExample, sandbox: { scenario: 'approve' } };

const link = {
  verification_url: 'https://verify.example/verify/p7f2k9x0m4c8v1b#token=eyJhbGciOiJIUzI1NiJ9.e30.c2ln',
  flow_token: 'eyJhbGciOiJIUzI1NiJ9.e30.c2ln',
  flow_token_expires_at: '2026-05-04T10:30:00.000Z',
};

export const createdExample = {
  outcome: 'created',
  profile: {
    ...profileExample,
    status: 'created',
    attempt: { number: 1, max: 3 },
    requirements: [{ step: 'consent', state: 'missing', reasons: [] }],
    document: null,
    checks: [],
    decision: null,
    consent: null,
    files: [],
    version: 1,
    decided_at: null,
    lapses_at: null,
    erases_at: null,
  },
  ...link,
};

export const handoffExample = {
  object: 'handoff',
  code: 'eyJwIjoicDdmMmszbTRuNXE2cjdzIiwiYyI6ImFjbWUifQ.Yk1tQ2h3b3JkLW9mLXRoZS1leGFtcGxlLWNvZGUtMTIz',
  expires_at: '2026-05-04T10:05:00.000Z',
};

export const patchExample = { consent: { text_version: '2026-01', locale: 'en', granted: true } };

/** The bodies by the names of their schemas. */
export const profileBodies = {
  RetainedProfile: {
    id: profileExample.id,
    object: 'profile',
    status: 'approved',
    erases_at: '2028-11-03T10:00:00.000Z',
  },
  Handoff: handoffExample,
  RedeemedHandoff: {
    object: 'redeemed_handoff',
    profile_id: profileExample.id,
    status: 'in_progress',
    flow_token: link.flow_token,
    flow_token_expires_at: link.flow_token_expires_at,
    partner: { name: 'Acme' },
  },
  ProfileList: { object: 'list', data: [profileExample], next_cursor: null },
  ProfileSummaryList: { object: 'list', data: [summaryExample], next_cursor: null },
  CreatedProfile: createdExample,
  Profile: profileExample,
  FlowProfile: {
    id: profileExample.id,
    object: 'profile',
    view: 'person',
    status: 'requires_input',
    status_reasons: [
      {
        code: 'document_blurry',
        message: 'The photo of your document is blurred. Hold the camera still and try again.',
      },
    ],
    attempt: { number: 2, max: 3 },
    requirements: [{ step: 'document_front', state: 'rejected', reasons: [] }],
    consent: profileExample.consent,
    language: 'en',
    redirect_url: profileExample.redirect_url,
    expires_at: profileExample.expires_at,
  },
  ErasedProfile: {
    id: profileExample.id,
    object: 'profile',
    status: 'approved',
    status_reasons: [],
    redaction: {
      requested_at: '2027-05-04T10:00:00.000Z',
      by: { type: 'machine', id: 'acme-backend' },
      reason: 'requested',
    },
  },
  FlowLink: { object: 'flow_link', profile_id: profileExample.id, ...link },
};
