/** Example bodies of the routes about the service itself. A test decodes each of them with its codec. */
export const healthExample = {
  status: 'ok',
  service: 'portcullis',
  version: '0.1.0',
  started_at: '2026-05-04T08:00:00.000Z',
  checks: {
    database: { status: 'ok', latency_ms: 2 },
    liveness: { status: 'configured', name: 'aws-rekognition' },
    document_ai: { status: 'configured', name: 'local-reader' },
    fingerprint: { status: 'configured', name: 'fingerprint' },
    cloud_credentials: { status: 'configured', name: 'aws-sts' },
  },
};

const settingsExample = {
  object: 'settings',
  view: 'partner',
  policy: { id: 'standard', version: '1' },
  steps: { required: ['consent', 'document_front', 'liveness'], optional: ['document_back', 'device'] },
  documents: {
    types: ['passport', 'id_card'],
    allowed_countries: null,
    denied_countries: [],
    expiry_grace_days: 0,
    min_photo_side: 200,
  },
  minimum_age: 18,
  uploads: {
    image: { content_types: ['image/jpeg', 'image/png', 'image/webp'], max_bytes: 10485760, max_pixels: 25000000 },
    max_request_bytes: 125829120,
    frames: { per_side: 3, max_bytes: 10485760 },
  },
  face_check: true,
  liveness: {
    region: 'eu-west-1',
    challenges: ['movement_and_light', 'movement'],
    bands: [
      { name: 'pass', at_least: 75 },
      { name: 'retry', at_least: 30 },
      { name: 'attack', at_least: 0 },
    ],
  },
  face_match: {
    bands: [
      { name: 'pass', at_least: 90 },
      { name: 'review', at_least: 70 },
      { name: 'mismatch', at_least: 0 },
    ],
  },
  consent: {
    text_versions: ['2025-06', '2026-01'],
    current: { text_version: '2026-01', language: 'en', text: 'I agree that Acme verifies who I am.' },
  },
  languages: ['en'],
  fingerprint: {
    region: 'eu',
    agent: { endpoint: 'https://metrics.acme.example', public_key: 'a1B2c3D4e5F6g7H8i9J0' },
  },
  limits: { max_attempts: 3, max_credentials_per_attempt: 3, expires_after_seconds: 604800, approval_days: 365 },
  sandbox: null,
  app: {},
};

const methods = ['client_secret_basic', 'client_secret_post', 'private_key_jwt'];

/** The bodies by the names of their schemas. */
export const serviceBodies = {
  Health: healthExample,
  AuthorizationServer: {
    issuer: 'https://api.portcullis.example',
    token_endpoint: 'https://api.portcullis.example/api/auth/token',
    revocation_endpoint: 'https://api.portcullis.example/api/auth/revoke',
    grant_types_supported: ['client_credentials'],
    response_types_supported: [],
    scopes_supported: ['profiles:read', 'profiles:write'],
    token_endpoint_auth_methods_supported: methods,
    token_endpoint_auth_signing_alg_values_supported: ['ES256'],
    revocation_endpoint_auth_methods_supported: methods,
    revocation_endpoint_auth_signing_alg_values_supported: ['ES256'],
    service_documentation: 'https://api.portcullis.example/docs',
  },
  Revocation: {},
  Token: {
    access_token: 'eyJhbGciOiJIUzI1NiIsInR5cCI6ImF0K2p3dCJ9.e30.c2ln',
    token_type: 'Bearer',
    expires_in: 3600,
    scope: 'profiles:read profiles:write',
  },
  Settings: {
    ...settingsExample,
    providers: { liveness: 'aws', faces: 'aws', document_reader: 'both', devices: 'none' },
  },
  FlowSettings: {
    ...settingsExample,
    view: 'person',
    policy: { id: 'standard' },
    liveness: { ...settingsExample.liveness, bands: [{ name: 'pass' }, { name: 'retry' }, { name: 'attack' }] },
    face_match: { bands: [{ name: 'pass' }, { name: 'review' }, { name: 'mismatch' }] },
    partner: {
      name: 'Acme',
      logo: null,
      accent_color: '#1a2b3c',
      privacy_url: 'https://acme.example/privacy',
      terms_url: null,
      support_url: 'https://acme.example/help',
      home_url: 'https://acme.example/',
    },
  },
};
