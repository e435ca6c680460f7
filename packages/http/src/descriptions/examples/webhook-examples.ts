const at = '2026-05-04T09:30:00.000Z';

/** The examples of the API description for webhook endpoints. The secret is that of nobody. */
const endpointExample = {
  id: 'w4h8k2m6q0s5v9x',
  object: 'webhook_endpoint',
  url: 'https://acme.example/portcullis/hooks',
  description: 'Production',
  types: ['profile.approved', 'profile.declined'],
  status: 'enabled',
  disabled_reason: null,
  verified_at: at,
  old_secret_ends_at: null,
  created_at: at,
  updated_at: at,
};

const pingExample = { delivered: true, status: 204, failure: null, ms: 87, address: '203.0.113.7' };

const secret = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=';

export const createEndpointExample = {
  url: endpointExample.url,
  types: endpointExample.types,
  description: endpointExample.description,
};

const tryExample = {
  event_id: 'evt_e1d2f3g4h5j6k7l',
  at: '2026-05-04T10:00:01.000Z',
  attempt: 2,
  outcome: 'delivered',
  status: 200,
  failure: null,
  ms: 92,
  address: '203.0.113.7',
};

const deadLetterExample = {
  event_id: 'evt_e1d2f3g4h5j6k7l',
  attempts: 10,
  given_up_at: '2026-05-07T14:00:00.000Z',
};

/** The bodies by the names of their schemas. */
export const webhookBodies = {
  WebhookReplay: { object: 'webhook_replay', events: 12 },
  WebhookTryList: { object: 'list', data: [tryExample], next_cursor: null },
  WebhookDeadLetterList: { object: 'list', data: [deadLetterExample], next_cursor: null },
  PingedWebhookEndpoint: { endpoint: endpointExample, ping: pingExample },
  RotatedWebhookSecret: {
    endpoint: { ...endpointExample, old_secret_ends_at: '2026-05-05T09:30:00.000Z' },
    secret,
  },
  CreatedWebhookEndpoint: { endpoint: endpointExample, secret, ping: pingExample },
  WebhookEndpointList: { object: 'list', data: [endpointExample], next_cursor: null },
  WebhookEndpoint: endpointExample,
  DeletedWebhookEndpoint: { id: endpointExample.id, object: 'webhook_endpoint', deleted: true },
};
