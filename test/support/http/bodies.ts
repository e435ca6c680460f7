import { ada, at, fileId, sessionId, theLink } from './stub-services.ts';

/** These are the bodies that the stub services lead to, written by hand. */
const consent = { text_version: '2026-01', locale: 'en', granted: true, recorded_at: at };
const blurred = {
  code: 'document_blurry',
  message: 'The photo of your document is blurred. Hold the camera still and try again.',
};
const document = {
  type: 'passport',
  issuing_country: 'GBR',
  fields: { last_name: { value: 'LOVELACE', sources: [{ source: 'mrz', value: 'LOVELACE' }], agreement: 'single' } },
};
const checks = [
  {
    name: 'liveness',
    status: 'passed',
    requirement: 'required',
    reasons: [],
    score: 98,
    threshold: 75,
    source: 'provider',
    observed_at: at,
    evidence: [2],
  },
];

export const profileForPartner = {
  id: ada,
  object: 'profile',
  view: 'partner',
  reference: 'customer-1',
  partner_id: 'acme',
  team_id: null,
  status: 'requires_input',
  status_reasons: ['document_blurry', 'mrz_print_mismatch'],
  policy: { id: 'standard', version: '1' },
  attempt: { number: 2, max: 3 },
  requirements: [
    { step: 'consent', state: 'accepted', reasons: [] },
    { step: 'document_front', state: 'rejected', reasons: ['document_blurry', 'mrz_print_mismatch'] },
  ],
  claimed: { first_name: 'Ada', country: 'GB' },
  document,
  checks,
  assurance: {
    document: 'zone',
    liveness: true,
    face: false,
    review: { state: 'awaiting_second', reviewers: ['staff-0217'], overridden: [] },
    earlier_declines: { reference: 2, document: null },
  },
  decision: {
    outcome: 'retry',
    reasons: ['document_blurry'],
    policy: { id: 'standard', version: '1' },
    evidence_digest: 'd1'.repeat(32),
    decided_by: { type: 'system', id: 'portcullis' },
    seq: 6,
    at,
  },
  consent,
  files: [
    {
      id: fileId,
      kind: 'document_front',
      content_type: 'image/jpeg',
      size: 3,
      sha256: 'cd'.repeat(32),
      original_sha256: 'ab'.repeat(32),
      attempt: 1,
      superseded: true,
      created_at: at,
    },
  ],
  language: 'en',
  metadata: { plan: 'basic' },
  redirect_url: null,
  previous_profile_id: null,
  redaction: null,
  version: 7,
  created_at: at,
  updated_at: at,
  expires_at: '2026-05-11T09:30:00.000Z',
  decided_at: null,
  lapses_at: null,
  erases_at: null,
};

export const profileForPerson = {
  id: ada,
  object: 'profile',
  view: 'person',
  status: 'requires_input',
  status_reasons: [blurred],
  attempt: { number: 2, max: 3 },
  requirements: [
    { step: 'consent', state: 'accepted', reasons: [] },
    { step: 'document_front', state: 'rejected', reasons: [blurred] },
  ],
  consent,
  language: 'en',
  redirect_url: null,
  expires_at: '2026-05-11T09:30:00.000Z',
};

export const created = {
  outcome: 'created',
  profile: profileForPartner,
  verification_url: theLink.url,
  flow_token: theLink.token,
  flow_token_expires_at: theLink.expiresAt,
};

export const flowLink = {
  object: 'flow_link',
  profile_id: ada,
  verification_url: theLink.url,
  flow_token: theLink.token,
  flow_token_expires_at: theLink.expiresAt,
};

export const session = {
  session_id: sessionId,
  object: 'liveness_session',
  profile_id: ada,
  region: 'eu-west-1',
  challenge: 'movement_and_light',
  expires_at: at,
  server_time: at,
};

export const resultForPartner = {
  session_id: sessionId,
  view: 'partner',
  status: 'succeeded',
  live: false,
  confidence: 12.5,
  threshold: 75,
  reference_image_file_id: fileId,
  profile_status: 'declined',
  reasons: ['liveness_low_score', 'liveness_attack'],
};

export const resultForPerson = {
  session_id: sessionId,
  view: 'person',
  status: 'succeeded',
  live: false,
  profile_status: 'declined',
  reasons: [
    // Nothing is left to try: the profile is declined.
    { code: 'liveness_low_score', message: 'The face check did not succeed.' },
  ],
};

export const analysisForPartner = {
  id: 'analysis0000001',
  object: 'document_analysis',
  view: 'partner',
  profile_id: ada,
  model: 'local-mrz-1',
  document,
  mrz: {
    format: 'TD3',
    lines: ['P<GBRLOVELACE', 'X'],
    valid: true,
    check_digits: [{ field: 'composite', valid: true }],
    repairs: [{ line: 1, column: 3, before: 'O', after: '0' }],
  },
  barcode: null,
  signals: [{ code: 'document_blurry', confidence: 0.9 }],
  checks,
  reasons: ['document_blurry', 'document_tampered'],
  usage: { input_tokens: 10, output_tokens: 20 },
  profile_status: 'in_progress',
  created_at: at,
};

export const analysisForPerson = {
  id: 'analysis0000001',
  object: 'document_analysis',
  view: 'person',
  profile_id: ada,
  document: { type: 'passport' },
  reasons: [blurred],
  profile_status: 'in_progress',
  created_at: at,
};

export const credentials = {
  access_key_id: 'ASIA',
  secret_access_key: 'secret',
  session_token: 'session',
  expiration: at,
  region: 'eu-west-1',
  server_time: at,
};

const settings = (view: string, policy: object, liveness: readonly object[], faceMatch: readonly object[]) => ({
  object: 'settings',
  view,
  policy,
  steps: { required: ['consent', 'document_front', 'liveness'], optional: ['device'] },
  documents: {
    types: ['passport'],
    allowed_countries: null,
    denied_countries: ['XXX'],
    expiry_grace_days: 0,
    min_photo_side: 300,
  },
  minimum_age: 18,
  uploads: {
    image: { content_types: ['image/jpeg', 'image/png', 'image/webp'], max_bytes: 10_485_760, max_pixels: 25_000_000 },
    max_request_bytes: 125_829_120,
    frames: { per_side: 1, max_bytes: 10_485_760 },
  },
  liveness: { region: 'eu-west-1', challenges: ['movement_and_light', 'movement'], bands: liveness },
  face_match: { bands: faceMatch },
  consent: { text_versions: ['2026-01'], current: { text_version: '2026-01', language: 'en', text: 'I agree.' } },
  languages: ['en', 'de'],
  fingerprint: { region: 'eu', agent: { endpoint: 'https://metrics.acme.example', public_key: 'key1' } },
  limits: { max_attempts: 3, max_credentials_per_attempt: 3, expires_after_seconds: 604_800, approval_days: 365 },
  sandbox: null,
  app: { theme: 'dark' },
});

export const settingsForPartner = settings(
  'partner',
  { id: 'standard', version: '1' },
  [
    { name: 'pass', at_least: 75 },
    { name: 'retry', at_least: 30 },
    { name: 'attack', at_least: 0 },
  ],
  [
    { name: 'pass', at_least: 90 },
    { name: 'review', at_least: 70 },
    { name: 'mismatch', at_least: 0 },
  ],
);

export const settingsForPerson = {
  ...settings(
    'person',
    { id: 'standard' },
    [{ name: 'pass' }, { name: 'retry' }, { name: 'attack' }],
    [{ name: 'pass' }, { name: 'review' }, { name: 'mismatch' }],
  ),
  partner: {
    name: 'Acme',
    logo: null,
    accent_color: '#1a2b3c',
    privacy_url: 'https://acme.example/privacy',
    terms_url: null,
    support_url: null,
    home_url: null,
  },
};

export const health = {
  status: 'ok',
  service: 'portcullis',
  version: '1.2.3',
  started_at: '2026-05-04T08:00:00.000Z',
  checks: {
    database: { status: 'ok', latency_ms: 2 },
    liveness: { status: 'configured', name: 'simulated' },
    document_ai: { status: 'configured', name: 'local' },
    fingerprint: { status: 'configured', name: 'simulated' },
    cloud_credentials: { status: 'configured', name: 'simulated' },
  },
};
