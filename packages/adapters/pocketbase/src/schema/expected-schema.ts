/** The requirements of a field. Numbers are minimum values; a larger one does no harm. */
export type ExpectedField = {
  readonly name: string;
  readonly type: 'text' | 'number' | 'json' | 'file' | 'relation';
  readonly atLeast?: { readonly max?: number; readonly maxSize?: number };
  readonly isProtected?: true;
  readonly relatesTo?: string;
};

export type ExpectedCollection = {
  readonly name: string;
  readonly fields: readonly ExpectedField[];
  readonly indexes: readonly string[];
};

const text = (name: string, max?: number): ExpectedField => ({
  name,
  type: 'text',
  ...(max !== undefined && { atLeast: { max } }),
});
const number = (name: string): ExpectedField => ({ name, type: 'number' });
const document: ExpectedField = { name: 'data', type: 'json', atLeast: { maxSize: 5_242_880 } };
/** The document is a third longer, because it is sealed. */
const sealedDocument: ExpectedField = { name: 'data', type: 'json', atLeast: { maxSize: 7_340_032 } };

/** The collections that the migrations create, as far as the stores rely on them. */
export const expectedCollections: readonly ExpectedCollection[] = [
  {
    name: 'profiles',
    fields: [
      text('partner_key', 10_000),
      text('team_key', 10_000),
      text('reference_key', 10_000),
      text('current_key', 10_000),
      text('status'),
      number('version'),
      text('created_at'),
      text('due_at'),
      { name: 'key', type: 'relation', relatesTo: 'data_keys' },
      sealedDocument,
    ],
    indexes: [
      "CREATE UNIQUE INDEX idx_profiles_current ON profiles (current_key) WHERE current_key != ''",
      'CREATE INDEX idx_profiles_listing ON profiles (partner_key, created_at, id)',
      'CREATE INDEX idx_profiles_reference ON profiles (partner_key, reference_key)',
      'CREATE INDEX idx_profiles_due ON profiles (due_at, id)',
      'CREATE INDEX idx_profiles_key ON profiles (key)',
    ],
  },
  {
    name: 'data_keys',
    fields: [text('profile'), text('key_id'), text('wrapped', 200)],
    indexes: [
      'CREATE UNIQUE INDEX idx_data_keys_profile ON data_keys (profile)',
      'CREATE INDEX idx_data_keys_key ON data_keys (key_id, id)',
    ],
  },
  {
    name: 'service_keys',
    fields: [text('name'), text('key_id'), text('wrapped', 200)],
    indexes: ['CREATE UNIQUE INDEX idx_service_keys_name ON service_keys (name)'],
  },
  {
    name: 'ledger',
    fields: [
      text('profile'),
      number('seq'),
      text('kind'),
      { name: 'follows', type: 'relation', relatesTo: 'ledger' },
      document,
      text('personal', 7_340_032),
    ],
    indexes: [
      'CREATE UNIQUE INDEX idx_ledger_seq ON ledger (profile, seq)',
      'CREATE INDEX idx_ledger_follows ON ledger (follows)',
    ],
  },
  {
    name: 'liveness_sessions',
    fields: [text('session'), { name: 'profile', type: 'relation', relatesTo: 'profiles' }],
    indexes: [
      'CREATE UNIQUE INDEX idx_liveness_sessions_session ON liveness_sessions (session)',
      'CREATE INDEX idx_liveness_sessions_profile ON liveness_sessions (profile)',
    ],
  },
  {
    name: 'device_events',
    fields: [text('event'), text('profile'), number('attempt')],
    indexes: ['CREATE UNIQUE INDEX idx_device_events_event ON device_events (event)'],
  },
  {
    name: 'policies',
    fields: [
      text('policy_id'),
      text('version'),
      text('partner_key', 10_000),
      number('position'),
      text('digest'),
      document,
    ],
    indexes: [
      'CREATE UNIQUE INDEX idx_policies_version ON policies (policy_id, version)',
      'CREATE UNIQUE INDEX idx_policies_position ON policies (position)',
    ],
  },
  {
    name: 'sighting_keys',
    fields: [text('partner_key', 10_000), text('key', 200)],
    indexes: ['CREATE UNIQUE INDEX idx_sighting_keys_partner ON sighting_keys (partner_key)'],
  },
  {
    name: 'sightings',
    fields: [text('partner_key', 10_000), text('kind'), text('digest'), text('reference')],
    indexes: [
      'CREATE UNIQUE INDEX idx_sightings_digest ON sightings (digest, kind, partner_key, reference)',
      'CREATE INDEX idx_sightings_reference ON sightings (reference, partner_key)',
    ],
  },
  {
    name: 'sighting_times',
    fields: [text('partner_key', 10_000), text('kind'), text('digest'), text('profile'), number('attempt'), text('at')],
    indexes: [
      'CREATE INDEX idx_sighting_times_digest ON sighting_times (digest, kind, partner_key, at)',
      'CREATE INDEX idx_sighting_times_profile ON sighting_times (profile)',
    ],
  },
  {
    name: 'sighting_lists',
    fields: [text('partner_key', 10_000), text('kind'), text('digest'), text('list')],
    indexes: ['CREATE UNIQUE INDEX idx_sighting_lists_digest ON sighting_lists (digest, kind, partner_key)'],
  },
  {
    name: 'files',
    fields: [
      text('profile'),
      text('kind'),
      text('content_type'),
      number('size'),
      text('sha256', 200),
      { name: 'content', type: 'file', isProtected: true, atLeast: { maxSize: 52_428_800 } },
    ],
    indexes: [],
  },
  {
    name: 'idempotency_keys',
    fields: [
      text('key'),
      text('request'),
      text('operation'),
      text('held_until'),
      text('kept_until'),
      text('profile'),
      { ...document, name: 'answer' },
    ],
    indexes: [
      'CREATE UNIQUE INDEX idx_idempotency_keys_key ON idempotency_keys (key)',
      'CREATE INDEX idx_idempotency_keys_kept ON idempotency_keys (kept_until)',
      'CREATE INDEX idx_idempotency_keys_profile ON idempotency_keys (profile)',
    ],
  },
  {
    name: 'settings',
    fields: [text('name'), { name: 'value', type: 'json' }],
    indexes: ['CREATE UNIQUE INDEX idx_settings_name ON settings (name)'],
  },
];

/** Minimum values of PocketBase's batch setting. A body size of 0 is PocketBase's default of 128 MiB. */
export const expectedBatch = { maxRequests: 50, maxBodySize: 16_777_216 } as const;
