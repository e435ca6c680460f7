/// <reference path="../pb_data/types.d.ts" />

// The whole schema. Until there is a release it is changed here in place, and a database of another build is refused.
// Every rule is null, which permits superusers only. `data` holds the whole document, sealed where there are keys;
// the other columns are the ones that are queried. Columns that end in `_key` hold percent-encoded text, because a
// filter does not accept every character literally.
const closed = { listRule: null, viewRule: null, createRule: null, updateRule: null, deleteRule: null };
const text = (name, max) => ({ type: 'text', name, max });
const json = (name, maxSize) => ({ type: 'json', name, maxSize });
const integer = (name) => ({ type: 'number', name, onlyInt: true });
const count = (name) => ({ ...integer(name), min: 0 });
const fromOne = (name) => ({ ...integer(name), min: 1, required: true });
const required = (field) => ({ ...field, required: true });
/** Names a row of a collection that is made before this one. */
const relation = (name, collection) => ({ type: 'relation', name, collection, maxSelect: 1, cascadeDelete: false });

/** The collections in the order in which they are made. */
const collections = {
  // The key of everything that is stored for a profile, wrapped by a key of the operator's keyring, which `key_id`
  // names. Overwriting the key makes the profile unreadable; the row stays.
  data_keys: {
    fields: [required(text('profile', 15)), required(text('key_id', 32)), required(text('wrapped', 200))],
    indexes: [
      'CREATE UNIQUE INDEX idx_data_keys_profile ON data_keys (profile)',
      'CREATE INDEX idx_data_keys_key ON data_keys (key_id, id)',
    ],
  },
  // The keys of the service itself, by name and wrapped in the same way; an empty `key_id` means that the key is
  // stored in plaintext, because there was no keyring.
  service_keys: {
    fields: [required(text('name', 40)), text('key_id', 32), required(text('wrapped', 200))],
    indexes: ['CREATE UNIQUE INDEX idx_service_keys_name ON service_keys (name)'],
  },
  // The order of the indexes counts: without statistics SQLite takes an index for as good as another of fewer columns
  // that stands before it. Each list of profiles, whatever it is filtered by, has an index that holds its rows in the
  // order in which they are listed. One that finds a reference begins with it, so that it does not compete with those
  // of the lists.
  profiles: {
    fields: [
      required(text('partner_key', 10000)),
      text('team_key', 10000),
      text('reference_key', 10000),
      text('current_key', 10000),
      required(text('status', 32)),
      fromOne('version'),
      required(text('created_at', 32)),
      text('due_at', 32),
      required(json('data', 7340032)),
      relation('key', 'data_keys'),
      text('updated_at', 32),
      text('waiting_since', 32),
    ],
    indexes: [
      "CREATE UNIQUE INDEX idx_profiles_current ON profiles (current_key) WHERE current_key != ''",
      'CREATE INDEX idx_profiles_due ON profiles (due_at, id)',
      'CREATE INDEX idx_profiles_key ON profiles (key)',
      'CREATE INDEX idx_profiles_team_status ON profiles (partner_key, team_key, status, created_at DESC, id)',
      'CREATE INDEX idx_profiles_team ON profiles (partner_key, team_key, created_at DESC, id)',
      'CREATE INDEX idx_profiles_status ON profiles (partner_key, status, created_at DESC, id)',
      'CREATE INDEX idx_profiles_listing ON profiles (partner_key, created_at DESC, id)',
      'CREATE INDEX idx_profiles_reference ON profiles (reference_key, partner_key)',
      'CREATE INDEX idx_profiles_team_updated ON profiles (partner_key, team_key, updated_at, id)',
      'CREATE INDEX idx_profiles_updated ON profiles (partner_key, updated_at, id)',
      'CREATE INDEX idx_profiles_team_queue ON profiles (partner_key, team_key, status, waiting_since, id)',
      'CREATE INDEX idx_profiles_queue ON profiles (partner_key, status, waiting_since, id)',
      'CREATE INDEX idx_profiles_waiting ON profiles (waiting_since, id)',
    ],
  },
  // `place` is the position in the log of all entries, from 1 without a gap, and 0 until the entry is placed;
  // `feed_place` is the same in the feed of the partner, for an entry of which a partner learns. `personal` is the
  // erasable part of an entry, sealed; the rest stays in `data`, in plaintext.
  ledger: {
    fields: [
      required(text('profile', 15)),
      fromOne('seq'),
      required(text('kind', 32)),
      required(json('data', 5242880)),
      text('personal', 7340032),
      count('place'),
      text('partner_key', 10000),
      text('event', 10000),
      count('feed_place'),
    ],
    indexes: [
      'CREATE UNIQUE INDEX idx_ledger_seq ON ledger (profile, seq)',
      'CREATE INDEX idx_ledger_place ON ledger (place, profile, seq)',
      'CREATE INDEX idx_ledger_feed ON ledger (partner_key, feed_place)',
    ],
  },
  // How far the log of all entries has come, and its heads.
  ledger_log: {
    fields: [
      required(text('log', 15)),
      count('generation'),
      text('holder', 64),
      text('held_until', 24),
      count('size'),
      text('hash', 64),
    ],
    indexes: [],
  },
  ledger_heads: {
    fields: [
      required(text('log', 15)),
      required(count('size')),
      required(text('hash', 64)),
      required(text('at', 24)),
      text('public_key', 200),
      text('signature', 200),
    ],
    indexes: ['CREATE UNIQUE INDEX idx_ledger_heads_size ON ledger_heads (size)'],
  },
  // How far the feed of each partner has come and where it begins. The row without a partner says up to which place
  // of the log every event was numbered.
  feed_heads: {
    fields: [text('partner_key', 10000), count('place'), count('first')],
    indexes: ['CREATE UNIQUE INDEX idx_feed_heads_partner ON feed_heads (partner_key)'],
  },
  liveness_sessions: {
    fields: [required(text('session', 200)), required({ ...relation('profile', 'profiles'), cascadeDelete: true })],
    indexes: [
      'CREATE UNIQUE INDEX idx_liveness_sessions_session ON liveness_sessions (session)',
      'CREATE INDEX idx_liveness_sessions_profile ON liveness_sessions (profile)',
    ],
  },
  // Which profile and attempt first used a device event, across all tenants. A row is never deleted, not even with
  // its profile, so that the event is stored as a digest: its id leads to the provider's data about a person's
  // device.
  device_events: {
    fields: [required(text('event', 80)), text('profile', 15), fromOne('attempt')],
    indexes: [
      'CREATE UNIQUE INDEX idx_device_events_event ON device_events (event)',
      'CREATE INDEX idx_device_events_profile ON device_events (profile)',
    ],
  },
  // The bytes are in `content`, which PocketBase returns only to the bearer of a file token, or in an object store,
  // under `object_key`. The limit is 64 MiB, above the largest upload. `size` is not required: PocketBase takes 0 for
  // missing.
  files: {
    fields: [
      required(text('profile', 15)),
      required(text('kind', 32)),
      required(text('content_type', 100)),
      count('size'),
      required(text('sha256', 200)),
      { type: 'file', name: 'content', protected: true, maxSelect: 1, maxSize: 67108864 },
      text('object_key', 200),
    ],
    indexes: [
      'CREATE INDEX idx_files_profile ON files (profile)',
      'CREATE INDEX idx_files_object ON files (object_key)',
    ],
  },
  // The operator's own policies, a row for each version, which is never changed and never deleted. `position` tells
  // which version is the newest; `partner_key` is set when only one partner may choose the policy.
  policies: {
    fields: [
      required(text('policy_id', 40)),
      required(text('version', 40)),
      text('partner_key', 10000),
      fromOne('position'),
      required(text('digest', 64)),
      required(json('data', 7340032)),
    ],
    indexes: [
      'CREATE UNIQUE INDEX idx_policies_version ON policies (policy_id, version)',
      'CREATE UNIQUE INDEX idx_policies_position ON policies (position)',
    ],
  },
  // Drafts of policies, each with its newest back-test.
  policy_drafts: {
    fields: [
      text('partner_key', 10000),
      text('status', 24),
      count('version'),
      text('created_at', 24),
      text('updated_at', 24),
      text('data', 500000),
      count('test_generation'),
      text('test_until', 24),
      text('back_test', 5000),
    ],
    indexes: [
      'CREATE INDEX idx_policy_drafts_partner ON policy_drafts (partner_key, status, updated_at, id)',
    ],
  },
  // Which documents, persons, pictures and devices each partner has seen, as digests under a key of the partner: the
  // key, the references that showed a digest, the attempts that did, and what a partner blocks and allows.
  sighting_keys: {
    fields: [required(text('partner_key', 10000)), required(text('key', 200))],
    indexes: ['CREATE UNIQUE INDEX idx_sighting_keys_partner ON sighting_keys (partner_key)'],
  },
  sightings: {
    fields: [
      required(text('partner_key', 10000)),
      required(text('kind', 16)),
      required(text('digest', 64)),
      required(text('reference', 64)),
    ],
    indexes: [
      'CREATE UNIQUE INDEX idx_sightings_digest ON sightings (digest, kind, partner_key, reference)',
      'CREATE INDEX idx_sightings_reference ON sightings (reference, partner_key)',
    ],
  },
  sighting_times: {
    fields: [
      required(text('partner_key', 10000)),
      required(text('kind', 16)),
      required(text('digest', 64)),
      required(text('profile', 15)),
      fromOne('attempt'),
      required(text('at', 32)),
    ],
    indexes: [
      'CREATE INDEX idx_sighting_times_digest ON sighting_times (digest, kind, partner_key, at)',
      'CREATE INDEX idx_sighting_times_profile ON sighting_times (profile)',
    ],
  },
  sighting_lists: {
    fields: [
      required(text('partner_key', 10000)),
      required(text('kind', 16)),
      required(text('digest', 64)),
      required(text('list', 200)),
      text('added_at', 24),
      text('profile', 15),
      text('note', 30000),
      text('data', 5000),
    ],
    indexes: [
      'CREATE UNIQUE INDEX idx_sighting_lists_digest ON sighting_lists (digest, kind, partner_key)',
      'CREATE INDEX idx_sighting_lists_partner ON sighting_lists (partner_key, added_at, id)',
      'CREATE INDEX idx_sighting_lists_profile ON sighting_lists (profile)',
    ],
  },
  // Which requests were executed under which idempotency keys, and their responses. `profile` is the profile whose
  // personal data is in the response, so that it is erased with the profile.
  idempotency_keys: {
    fields: [
      required(text('key', 64)),
      required(text('request', 64)),
      required(text('operation', 64)),
      required(text('held_until', 24)),
      required(text('kept_until', 24)),
      text('profile', 15),
      json('answer', 5242880),
    ],
    indexes: [
      'CREATE UNIQUE INDEX idx_idempotency_keys_key ON idempotency_keys (key)',
      'CREATE INDEX idx_idempotency_keys_kept ON idempotency_keys (kept_until)',
      'CREATE INDEX idx_idempotency_keys_profile ON idempotency_keys (profile)',
    ],
  },
  // Digests of tokens that were revoked, and of assertions of clients that were used, until they would have expired.
  token_states: {
    fields: [
      required(text('kind', 16)),
      required(text('digest', 64)),
      required(text('recorded_at', 24)),
      required(text('expires_at', 24)),
    ],
    indexes: [
      'CREATE UNIQUE INDEX idx_token_states_digest ON token_states (digest, kind)',
      'CREATE INDEX idx_token_states_recorded ON token_states (kind, recorded_at, id)',
      'CREATE INDEX idx_token_states_expires ON token_states (expires_at)',
    ],
  },
  // What each tenant uses: the bytes of its files in all, and its calls to paid providers by days.
  usage_counters: {
    fields: [required(text('name', 40)), text('day', 10), required(text('partner_key', 10000)), integer('amount')],
    indexes: [
      'CREATE UNIQUE INDEX idx_usage_counters_name ON usage_counters (name, partner_key, day)',
      'CREATE INDEX idx_usage_counters_day ON usage_counters (day, id)',
    ],
  },
  // Who looked at what is kept about a person. A row has the lines that an instance wrote together for one tenant.
  access_log: {
    fields: [
      text('partner_key', 10000),
      text('team_key', 10000),
      required(text('at', 24)),
      required(json('lines', 5242880)),
    ],
    indexes: [
      'CREATE INDEX idx_access_log_team ON access_log (partner_key, team_key, at, id)',
      'CREATE INDEX idx_access_log_partner ON access_log (partner_key, at, id)',
      'CREATE INDEX idx_access_log_at ON access_log (at, id)',
    ],
  },
  // The endpoints of partners, how far the deliveries to each have come, those that failed, the log of tries, and the
  // leases on delivering.
  webhook_endpoints: {
    fields: [
      text('partner_key', 10000),
      text('team_key', 10000),
      text('status', 16),
      count('version'),
      text('created_at', 24),
      text('data', 50000),
    ],
    indexes: [
      'CREATE INDEX idx_webhook_endpoints_partner ON webhook_endpoints (partner_key, created_at, id)',
      'CREATE INDEX idx_webhook_endpoints_status ON webhook_endpoints (status, id)',
    ],
  },
  webhook_states: {
    fields: [text('endpoint', 15), count('generation'), count('place'), text('data', 50000)],
    indexes: ['CREATE UNIQUE INDEX idx_webhook_states_endpoint ON webhook_states (endpoint)'],
  },
  webhook_deliveries: {
    fields: [
      text('endpoint', 15),
      count('place'),
      text('event', 32),
      text('state', 16),
      count('attempts'),
      text('due_at', 24),
      text('at', 24),
    ],
    indexes: [
      'CREATE UNIQUE INDEX idx_webhook_deliveries_place ON webhook_deliveries (endpoint, place)',
      'CREATE INDEX idx_webhook_deliveries_due ON webhook_deliveries (state, endpoint, due_at, place)',
      'CREATE INDEX idx_webhook_deliveries_dead ON webhook_deliveries (state, endpoint, place)',
      'CREATE INDEX idx_webhook_deliveries_at ON webhook_deliveries (at, id)',
    ],
  },
  webhook_tries: {
    fields: [text('endpoint', 15), text('at', 24), text('lines', 100000)],
    indexes: [
      'CREATE INDEX idx_webhook_tries_endpoint ON webhook_tries (endpoint, at, id)',
      'CREATE INDEX idx_webhook_tries_at ON webhook_tries (at, id)',
    ],
  },
  work_leases: {
    fields: [text('work', 16), count('generation'), text('holder', 64), text('held_until', 24)],
    indexes: ['CREATE UNIQUE INDEX idx_work_leases_work ON work_leases (work)'],
  },
  // The machine clients that staff have created; of their secrets there are digests alone.
  clients: {
    fields: [
      text('partner_key', 10000),
      text('team_key', 10000),
      count('version'),
      text('created_at', 24),
      text('updated_at', 24),
      text('data', 50000),
    ],
    indexes: [
      'CREATE INDEX idx_clients_partner ON clients (partner_key, created_at, id)',
      'CREATE INDEX idx_clients_updated ON clients (updated_at, id)',
    ],
  },
  // The accounts of staff and their sessions.
  staff_members: {
    fields: [text('member', 64), count('version'), text('data', 50000)],
    indexes: [],
  },
  staff_sessions: {
    fields: [text('member', 64), text('used_at', 24), text('ends_at', 24), text('data', 50000)],
    indexes: [
      'CREATE INDEX idx_staff_sessions_member ON staff_sessions (member, id)',
      'CREATE INDEX idx_staff_sessions_ends_at ON staff_sessions (ends_at)',
    ],
  },
  // Who has which profile for review.
  review_claims: {
    fields: [
      text('partner_key', 10000),
      text('team_key', 10000),
      count('generation'),
      text('held_until', 24),
      text('data', 5000),
    ],
    indexes: [
      'CREATE INDEX idx_review_claims_team ON review_claims (partner_key, team_key, held_until, id)',
      'CREATE INDEX idx_review_claims_partner ON review_claims (partner_key, held_until, id)',
    ],
  },
  // Which installation of the service the database belongs to. A copy of a database has the same installation, and
  // the number of its writes tells an older copy from a newer one.
  installation: {
    fields: [required(text('installation', 64)), integer('writes'), integer('format')],
    indexes: [],
  },
  settings: {
    fields: [required(text('name', 200)), json('value', 1572864)],
    indexes: ['CREATE UNIQUE INDEX idx_settings_name ON settings (name)'],
  },
};

/** A field with the id of the collection that it names. */
const withId = (app, { collection, ...field }) =>
  collection === undefined ? field : { ...field, collectionId: app.findCollectionByNameOrId(collection).id };

const isMade = (app) => {
  try {
    return app.findCollectionByNameOrId('profiles') !== null;
  } catch {
    return false;
  }
};

const saveCollections = (app) => {
  for (const [name, { fields, indexes }] of Object.entries(collections)) {
    const known = fields.map((field) => withId(app, field));
    app.save(new Collection({ ...closed, type: 'base', name, fields: known, indexes }));
  }
};

// The previous entry must exist. Together with the unique index this makes a gap impossible. Deleting an entry
// searches for the entries that follow it.
const linkEntries = (app) => {
  const ledger = app.findCollectionByNameOrId('ledger');
  ledger.fields.add(
    new RelationField({ name: 'follows', collectionId: ledger.id, maxSelect: 1, cascadeDelete: false }),
  );
  ledger.addIndex('idx_ledger_follows', false, 'follows', '');
  app.save(ledger);
};

// PocketBase comes with a collection `users` in which anybody may sign up. Only the service itself signs in to the
// record database, so the collection is closed. It is not deleted, so that nothing of an operator's is lost.
const closeUsers = (app) => {
  const users = app.findCollectionByNameOrId('users');
  for (const rule of [...Object.keys(closed), 'authRule', 'manageRule']) users[rule] = null;
  users.passwordAuth.enabled = false;
  users.otp.enabled = false;
  users.oauth2.enabled = false;
  app.save(users);
};

const saveSettings = (app) => {
  const settings = app.settings();
  // A profile and its ledger entries are written in one batch.
  settings.batch.enabled = true;
  settings.batch.maxRequests = 50;
  settings.batch.timeout = 10;
  settings.batch.maxBodySize = 67108864;
  // Even a log of errors keeps too much: the address of a file whose bytes cannot be read is logged with its file
  // token, and a query with the values that it searches for. 0 days keep nothing and delete what is there.
  settings.logs.maxDays = 0;
  settings.logs.minLevel = 8;
  settings.logs.logIP = false;
  settings.logs.logAuthId = false;
  // PocketBase limits guests alone, by address, and no request that has a superuser's token: of the service's own
  // requests its sign-ins count, which are one for a start and one for each token that runs out.
  settings.rateLimits.enabled = true;
  settings.rateLimits.rules = ['*:auth', '*:requestOTP', '*:requestPasswordReset'].map((label) => ({
    label,
    audience: '@guest',
    maxRequests: 60,
    duration: 60,
  }));
  settings.meta.appName = 'Portcullis records';
  app.save(settings);
};

const saveRow = (app, collection, values) => {
  const row = new Record(app.findCollectionByNameOrId(collection));
  for (const [column, value] of Object.entries(values)) row.set(column, value);
  app.save(row);
};

migrate((app) => {
  if (isMade(app)) throw new Error('These data are of another build of Portcullis, and stay as they are.');
  closeUsers(app);
  saveSettings(app);
  saveCollections(app);
  linkEntries(app);
  // The record store reads both rows under these ids.
  const installation = $security.randomStringWithAlphabet(64, '0123456789abcdef');
  saveRow(app, 'installation', { id: 'installation001', installation, format: 3 });
  saveRow(app, 'feed_heads', { id: '876j48cvjhts3n9', place: 0, first: 1 });
});
