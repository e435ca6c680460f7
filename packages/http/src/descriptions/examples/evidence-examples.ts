/** Example bodies of the routes that receive evidence. A test decodes each of them with its codec. */
const sessionId = '0b8b5c1e-6f0d-4a55-9d0c-3a1c2b4d5e6f';
const profileId = 'p7f2k9x0m4c8v1b';

const analysisExample = {
  id: 'a1b2c3d4e5f6g7h',
  object: 'document_analysis',
  view: 'partner',
  profile_id: profileId,
  model: 'local-mrz-1',
  document: {
    type: 'passport',
    issuing_country: 'UTO',
    fields: {
      document_number: { value: 'L898902C3', sources: [{ source: 'mrz', value: 'L898902C3' }], agreement: 'single' },
    },
  },
  mrz: {
    format: 'TD3',
    lines: ['P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<', 'L898902C36UTO7408122F1204159ZE184226B<<<<<10'],
    valid: true,
    check_digits: [{ field: 'document_number', valid: true }],
    repairs: [],
  },
  barcode: null,
  signals: [],
  checks: [],
  reasons: [],
  usage: { input_tokens: 0, output_tokens: 0 },
  profile_status: 'in_progress',
  created_at: '2026-05-04T09:31:00.000Z',
};

/** The bodies by the names of their schemas. */
export const evidenceBodies = {
  DocumentAnalysis: analysisExample,
  FlowDocumentAnalysis: {
    id: analysisExample.id,
    object: 'document_analysis',
    view: 'person',
    profile_id: profileId,
    document: { type: 'passport' },
    reasons: [],
    profile_status: 'in_progress',
    created_at: analysisExample.created_at,
  },
  LivenessSession: {
    session_id: sessionId,
    object: 'liveness_session',
    profile_id: profileId,
    provider: 'aws',
    region: 'eu-west-1',
    challenge: 'movement_and_light',
    expires_at: '2026-05-04T09:33:00.000Z',
    server_time: '2026-05-04T09:30:00.000Z',
  },
  LivenessResult: {
    session_id: sessionId,
    view: 'partner',
    status: 'succeeded',
    live: true,
    confidence: 98.2,
    threshold: 75,
    reference_image_file_id: 'f3r5t7y9u1i3o5p',
    profile_status: 'approved',
    reasons: [],
  },
  FlowLivenessResult: {
    session_id: sessionId,
    view: 'person',
    status: 'succeeded',
    live: true,
    profile_status: 'approved',
    reasons: [],
  },
  BrowserCredentials: {
    access_key_id: 'ASIAEXAMPLE',
    secret_access_key: 'example-secret',
    session_token: 'example-session-token',
    expiration: '2026-05-04T09:45:00.000Z',
    region: 'eu-west-1',
    server_time: '2026-05-04T09:30:00.000Z',
  },
};
