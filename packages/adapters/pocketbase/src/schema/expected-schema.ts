import type { TableName } from '@portcullis/record-store/driver';
import {
  type ColumnsOf,
  document,
  type ExpectedCollection,
  type FieldsOf,
  number,
  sealedDocument,
  text,
} from './expected-fields.ts';

/** Every table of the record store with every column, as the migrations create them. */
const expected: {
  readonly [Name in TableName]: { readonly fields: FieldsOf<ColumnsOf<Name>>; readonly indexes: readonly string[] };
} = {
  profiles: {
    fields: {
      partner_key: text(10_000),
      team_key: text(10_000),
      reference_key: text(10_000),
      current_key: text(10_000),
      status: text(),
      version: number,
      created_at: text(),
      updated_at: text(),
      due_at: text(),
      waiting_since: text(),
      key: { type: 'relation', relatesTo: 'data_keys' },
      data: sealedDocument,
    },
    indexes: [
      "CREATE UNIQUE INDEX idx_profiles_current ON profiles (current_key) WHERE current_key != ''",
      'CREATE INDEX idx_profiles_team_status ON profiles (partner_key, team_key, status, created_at DESC, id)',
      'CREATE INDEX idx_profiles_team ON profiles (partner_key, team_key, created_at DESC, id)',
      'CREATE INDEX idx_profiles_status ON profiles (partner_key, status, created_at DESC, id)',
      'CREATE INDEX idx_profiles_listing ON profiles (partner_key, created_at DESC, id)',
      'CREATE INDEX idx_profiles_team_updated ON profiles (partner_key, team_key, updated_at, id)',
      'CREATE INDEX idx_profiles_updated ON profiles (partner_key, updated_at, id)',
      'CREATE INDEX idx_profiles_reference ON profiles (reference_key, partner_key)',
      'CREATE INDEX idx_profiles_due ON profiles (due_at, id)',
      'CREATE INDEX idx_profiles_key ON profiles (key)',
      'CREATE INDEX idx_profiles_team_queue ON profiles (partner_key, team_key, status, waiting_since, id)',
      'CREATE INDEX idx_profiles_queue ON profiles (partner_key, status, waiting_since, id)',
      'CREATE INDEX idx_profiles_waiting ON profiles (waiting_since, id)',
    ],
  },
  data_keys: {
    fields: { profile: text(), key_id: text(), wrapped: text(200) },
    indexes: [
      'CREATE UNIQUE INDEX idx_data_keys_profile ON data_keys (profile)',
      'CREATE INDEX idx_data_keys_key ON data_keys (key_id, id)',
    ],
  },
  service_keys: {
    fields: { name: text(), key_id: text(), wrapped: text(200) },
    indexes: ['CREATE UNIQUE INDEX idx_service_keys_name ON service_keys (name)'],
  },
  ledger: {
    fields: {
      profile: text(),
      seq: number,
      kind: text(),
      follows: { type: 'relation', relatesTo: 'ledger' },
      data: document,
      personal: text(7_340_032),
      place: number,
      partner_key: text(10_000),
      event: text(10_000),
      feed_place: number,
    },
    indexes: [
      'CREATE UNIQUE INDEX idx_ledger_seq ON ledger (profile, seq)',
      'CREATE INDEX idx_ledger_follows ON ledger (follows)',
      'CREATE INDEX idx_ledger_place ON ledger (place, profile, seq)',
      'CREATE INDEX idx_ledger_feed ON ledger (partner_key, feed_place)',
    ],
  },
  ledger_log: {
    fields: {
      log: text(),
      generation: number,
      holder: text(),
      held_until: text(),
      size: number,
      hash: text(),
    },
    indexes: [],
  },
  ledger_heads: {
    fields: {
      log: text(),
      size: number,
      hash: text(),
      at: text(),
      public_key: text(),
      signature: text(),
    },
    indexes: ['CREATE UNIQUE INDEX idx_ledger_heads_size ON ledger_heads (size)'],
  },
  feed_heads: {
    fields: { partner_key: text(10_000), place: number, first: number },
    indexes: ['CREATE UNIQUE INDEX idx_feed_heads_partner ON feed_heads (partner_key)'],
  },
  liveness_sessions: {
    fields: { session: text(), profile: { type: 'relation', relatesTo: 'profiles' } },
    indexes: [
      'CREATE UNIQUE INDEX idx_liveness_sessions_session ON liveness_sessions (session)',
      'CREATE INDEX idx_liveness_sessions_profile ON liveness_sessions (profile)',
    ],
  },
  device_events: {
    fields: { event: text(80), profile: text(), attempt: number },
    indexes: [
      'CREATE UNIQUE INDEX idx_device_events_event ON device_events (event)',
      'CREATE INDEX idx_device_events_profile ON device_events (profile)',
    ],
  },
  policies: {
    fields: {
      policy_id: text(),
      version: text(),
      partner_key: text(10_000),
      position: number,
      digest: text(),
      data: sealedDocument,
    },
    indexes: [
      'CREATE UNIQUE INDEX idx_policies_version ON policies (policy_id, version)',
      'CREATE UNIQUE INDEX idx_policies_position ON policies (position)',
    ],
  },
  sighting_keys: {
    fields: { partner_key: text(10_000), key: text(200) },
    indexes: ['CREATE UNIQUE INDEX idx_sighting_keys_partner ON sighting_keys (partner_key)'],
  },
  sightings: {
    fields: { partner_key: text(10_000), kind: text(), digest: text(), reference: text() },
    indexes: [
      'CREATE UNIQUE INDEX idx_sightings_digest ON sightings (digest, kind, partner_key, reference)',
      'CREATE INDEX idx_sightings_reference ON sightings (reference, partner_key)',
    ],
  },
  sighting_times: {
    fields: {
      partner_key: text(10_000),
      kind: text(),
      digest: text(),
      profile: text(),
      attempt: number,
      at: text(),
    },
    indexes: [
      'CREATE INDEX idx_sighting_times_digest ON sighting_times (digest, kind, partner_key, at)',
      'CREATE INDEX idx_sighting_times_profile ON sighting_times (profile)',
    ],
  },
  sighting_lists: {
    fields: {
      partner_key: text(10_000),
      kind: text(),
      digest: text(),
      list: text(200),
      added_at: text(),
      profile: text(),
      note: text(30_000),
      data: text(5000),
    },
    indexes: [
      'CREATE UNIQUE INDEX idx_sighting_lists_digest ON sighting_lists (digest, kind, partner_key)',
      'CREATE INDEX idx_sighting_lists_partner ON sighting_lists (partner_key, added_at, id)',
      'CREATE INDEX idx_sighting_lists_profile ON sighting_lists (profile)',
    ],
  },
  files: {
    fields: {
      profile: text(),
      kind: text(),
      content_type: text(),
      size: number,
      sha256: text(200),
      content: { type: 'file', isProtected: true, atLeast: { maxSize: 52_428_800 } },
      object_key: text(200),
    },
    indexes: [
      'CREATE INDEX idx_files_profile ON files (profile)',
      'CREATE INDEX idx_files_object ON files (object_key)',
    ],
  },
  idempotency_keys: {
    fields: {
      key: text(),
      request: text(),
      operation: text(),
      held_until: text(),
      kept_until: text(),
      profile: text(),
      answer: document,
    },
    indexes: [
      'CREATE UNIQUE INDEX idx_idempotency_keys_key ON idempotency_keys (key)',
      'CREATE INDEX idx_idempotency_keys_kept ON idempotency_keys (kept_until)',
      'CREATE INDEX idx_idempotency_keys_profile ON idempotency_keys (profile)',
    ],
  },
  token_states: {
    fields: { kind: text(), digest: text(64), recorded_at: text(), expires_at: text() },
    indexes: [
      'CREATE UNIQUE INDEX idx_token_states_digest ON token_states (digest, kind)',
      'CREATE INDEX idx_token_states_recorded ON token_states (kind, recorded_at, id)',
      'CREATE INDEX idx_token_states_expires ON token_states (expires_at)',
    ],
  },
  usage_counters: {
    fields: { name: text(), day: text(), partner_key: text(10_000), amount: number },
    indexes: [
      'CREATE UNIQUE INDEX idx_usage_counters_name ON usage_counters (name, partner_key, day)',
      'CREATE INDEX idx_usage_counters_day ON usage_counters (day, id)',
    ],
  },
  access_log: {
    fields: { partner_key: text(10_000), team_key: text(10_000), at: text(), lines: document },
    indexes: [
      'CREATE INDEX idx_access_log_team ON access_log (partner_key, team_key, at, id)',
      'CREATE INDEX idx_access_log_partner ON access_log (partner_key, at, id)',
      'CREATE INDEX idx_access_log_at ON access_log (at, id)',
    ],
  },
  webhook_endpoints: {
    fields: {
      partner_key: text(10_000),
      team_key: text(10_000),
      status: text(),
      version: number,
      created_at: text(),
      data: text(50_000),
    },
    indexes: [
      'CREATE INDEX idx_webhook_endpoints_partner ON webhook_endpoints (partner_key, created_at, id)',
      'CREATE INDEX idx_webhook_endpoints_status ON webhook_endpoints (status, id)',
    ],
  },
  clients: {
    fields: {
      partner_key: text(10_000),
      team_key: text(10_000),
      version: number,
      created_at: text(),
      updated_at: text(),
      data: text(50_000),
    },
    indexes: [
      'CREATE INDEX idx_clients_partner ON clients (partner_key, created_at, id)',
      'CREATE INDEX idx_clients_updated ON clients (updated_at, id)',
    ],
  },
  policy_drafts: {
    fields: {
      partner_key: text(10_000),
      status: text(),
      version: number,
      created_at: text(),
      updated_at: text(),
      data: text(500_000),
      test_generation: number,
      test_until: text(),
      back_test: text(5_000),
    },
    indexes: [
      'CREATE INDEX idx_policy_drafts_partner ON policy_drafts (partner_key, status, updated_at, id)',
      'CREATE INDEX idx_policy_drafts_test ON policy_drafts (partner_key, test_until, id)',
    ],
  },
  webhook_states: {
    fields: { endpoint: text(), generation: number, place: number, data: text(50_000) },
    indexes: ['CREATE UNIQUE INDEX idx_webhook_states_endpoint ON webhook_states (endpoint)'],
  },
  webhook_deliveries: {
    fields: {
      endpoint: text(),
      place: number,
      event: text(),
      state: text(),
      attempts: number,
      due_at: text(),
      at: text(),
    },
    indexes: [
      'CREATE UNIQUE INDEX idx_webhook_deliveries_place ON webhook_deliveries (endpoint, place)',
      'CREATE INDEX idx_webhook_deliveries_due ON webhook_deliveries (state, endpoint, due_at, place)',
      'CREATE INDEX idx_webhook_deliveries_dead ON webhook_deliveries (state, endpoint, place)',
      'CREATE INDEX idx_webhook_deliveries_at ON webhook_deliveries (at, id)',
    ],
  },
  webhook_tries: {
    fields: { endpoint: text(), at: text(), lines: text(100_000) },
    indexes: [
      'CREATE INDEX idx_webhook_tries_endpoint ON webhook_tries (endpoint, at, id)',
      'CREATE INDEX idx_webhook_tries_at ON webhook_tries (at, id)',
    ],
  },
  work_leases: {
    fields: { work: text(), generation: number, holder: text(), held_until: text() },
    indexes: ['CREATE UNIQUE INDEX idx_work_leases_work ON work_leases (work)'],
  },
  staff_members: { fields: { member: text(64), version: number, data: text(50_000) }, indexes: [] },
  staff_sessions: {
    fields: { member: text(64), used_at: text(), ends_at: text(), data: text(50_000) },
    indexes: [
      'CREATE INDEX idx_staff_sessions_member ON staff_sessions (member, id)',
      'CREATE INDEX idx_staff_sessions_ends_at ON staff_sessions (ends_at)',
    ],
  },
  review_claims: {
    fields: {
      partner_key: text(10_000),
      team_key: text(10_000),
      generation: number,
      held_until: text(),
      data: text(5_000),
    },
    indexes: [
      'CREATE INDEX idx_review_claims_team ON review_claims (partner_key, team_key, held_until, id)',
      'CREATE INDEX idx_review_claims_partner ON review_claims (partner_key, held_until, id)',
    ],
  },
  installation: { fields: { installation: text(64), writes: number, format: number }, indexes: [] },
  settings: {
    fields: { name: text(), value: { type: 'json' } },
    indexes: ['CREATE UNIQUE INDEX idx_settings_name ON settings (name)'],
  },
};

/** The collections that the migrations create, as far as the stores rely on them. */
export const expectedCollections: readonly ExpectedCollection[] = Object.entries(expected).map(
  ([name, { fields, indexes }]) => ({
    name,
    fields: Object.entries(fields).map(([field, requirements]) => ({ name: field, ...requirements })),
    indexes,
  }),
);

/** Minimum values of PocketBase's batch setting. A body size of 0 is PocketBase's default of 128 MiB. */
export const expectedBatch = { maxRequests: 50, maxBodySize: 16_777_216 } as const;
