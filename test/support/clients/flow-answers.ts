import type { FlowProfile, FlowSettings, LivenessSession } from '@portcullis/client/flow';

type Requirement = FlowProfile['requirements'][number];

/** The answer to a flow token for a profile without supplied evidence. */
export const aFlowProfile = (fields: Partial<FlowProfile> = {}): FlowProfile => ({
  id: 'p7f2k9x0m4c8v1b',
  object: 'profile',
  view: 'person',
  status: 'in_progress',
  status_reasons: [],
  attempt: { number: 1, max: 3 },
  requirements: [missing('consent'), missing('document_front'), missing('liveness')],
  consent: null,
  language: 'en',
  redirect_url: null,
  expires_at: '2026-05-11T10:00:00.000Z',
  ...fields,
});

export const missing = (step: Requirement['step']): Requirement => ({ step, state: 'missing', reasons: [] });
export const accepted = (step: Requirement['step']): Requirement => ({ step, state: 'accepted', reasons: [] });
export const rejected = (step: Requirement['step']): Requirement => ({
  step,
  state: 'rejected',
  reasons: [{ code: 'document_blurry', message: 'The photo of your document is blurry.' }],
});

/** A partner without a configuration. */
const unknownPartner = {
  partner: {
    name: null,
    logo: null,
    accent_color: null,
    privacy_url: null,
    terms_url: null,
    support_url: null,
    home_url: null,
  },
};

/** The settings of the standard policy as a flow token sees them. */
export const theFlowSettings = (fields: Partial<FlowSettings> = {}): FlowSettings => ({
  object: 'settings',
  view: 'person',
  policy: { id: 'standard' },
  steps: { required: ['consent', 'document_front', 'liveness'], optional: ['document_back', 'device'] },
  documents: {
    types: ['passport', 'id_card'],
    allowed_countries: null,
    denied_countries: [],
    expiry_grace_days: 0,
    min_photo_side: 200,
  },
  minimum_age: 18,
  face_check: true,
  uploads: {
    image: { content_types: ['image/jpeg', 'image/png', 'image/webp'], max_bytes: 10_485_760, max_pixels: 25_000_000 },
    max_request_bytes: 125_829_120,
  },
  liveness: { region: 'eu-west-1', challenges: ['movement_and_light', 'movement'], bands: [] },
  face_match: { bands: [] },
  consent: { text_versions: ['1'], current: { text_version: '1', language: 'en', text: 'I agree.' } },
  languages: ['en', 'de'],
  fingerprint: { region: 'eu', agent: null },
  limits: { max_attempts: 3, max_credentials_per_attempt: 3, expires_after_seconds: 604_800, approval_days: 365 },
  sandbox: { scenarios: [] },
  app: {},
  ...unknownPartner,
  ...fields,
});

export const aLivenessSession: LivenessSession = {
  session_id: '1f0e8d7c-6b5a-4938-a716-253443526170',
  object: 'liveness_session',
  profile_id: 'p7f2k9x0m4c8v1b',
  provider: 'simulated',
  region: 'eu-west-1',
  challenge: 'movement_and_light',
  expires_at: '2026-05-04T10:03:00.000Z',
  server_time: '2026-05-04T10:00:00.000Z',
};
