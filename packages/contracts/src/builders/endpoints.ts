import { genesisHash } from '@portcullis/domain/ledger';
import type {
  DeliveryChanges,
  DeliveryState,
  FailedDelivery,
  WebhookEndpoint,
  WebhookTry,
} from '@portcullis/events/ports';

const at = '2026-05-01T10:00:00.000Z';

/** A secret that signs nothing. */
const secret = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=';

export const anEndpoint = (id = 'endpoint0000001', more: Partial<WebhookEndpoint> = {}): WebhookEndpoint => ({
  id,
  tenant: { partnerId: 'acme', teamId: null },
  url: 'https://acme.example/hooks',
  description: null,
  types: null,
  status: 'enabled',
  disabledReason: null,
  verifiedAt: at,
  secrets: [{ secret, endsAt: null }],
  createdAt: at,
  updatedAt: at,
  version: 1,
  ...more,
});

export const aDeliveryState: DeliveryState = {
  id: 'state0000000001',
  endpointId: 'endpoint0000001',
  generation: 0,
  place: 0,
  ahead: [],
  replay: null,
  failures: 0,
  failingSince: null,
  pausedUntil: null,
  disabled: null,
  ledger: { seq: 0, hash: genesisHash },
};

export const aTry: WebhookTry = {
  at,
  eventId: 'evt_entry0000000001',
  attempt: 1,
  outcome: 'failed',
  status: 500,
  failure: null,
  ms: 12,
  address: '203.0.113.7',
};

export const aFailedDelivery = (place: number, more: Partial<FailedDelivery> = {}): FailedDelivery => ({
  endpointId: 'endpoint0000001',
  place,
  eventId: 'evt_entry0000000001',
  state: 'waiting',
  attempts: 1,
  dueAt: at,
  ...more,
});

export const aDeliveryChange = (more: Partial<DeliveryChanges> = {}): DeliveryChanges => ({
  tries: [aTry],
  put: [aFailedDelivery(1)],
  settled: [],
  ...more,
});
