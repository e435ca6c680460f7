/// <reference path="../pb_data/types.d.ts" />

// Every rule is null, which permits superusers only. `data` holds the whole document; the other columns are the ones
// that are queried. Columns that end in `_key` hold percent-encoded text, because a filter does not accept every
// character literally.
const closed = { listRule: null, viewRule: null, createRule: null, updateRule: null, deleteRule: null };
const key = (name) => ({ type: 'text', name, max: 10000 });
const document = { type: 'json', name: 'data', required: true, maxSize: 5242880 };

migrate(
  (app) => {
    const profiles = new Collection({
      ...closed,
      type: 'base',
      name: 'profiles',
      fields: [
        { type: 'text', name: 'partner_key', required: true, max: 10000 },
        key('team_key'),
        key('reference_key'),
        key('current_key'),
        { type: 'text', name: 'status', required: true, max: 32 },
        { type: 'number', name: 'version', required: true, onlyInt: true, min: 1 },
        { type: 'text', name: 'created_at', required: true, max: 32 },
        { type: 'text', name: 'due_at', max: 32 },
        document,
      ],
      indexes: [
        "CREATE UNIQUE INDEX idx_profiles_current ON profiles (current_key) WHERE current_key != ''",
        'CREATE INDEX idx_profiles_listing ON profiles (partner_key, created_at, id)',
        'CREATE INDEX idx_profiles_reference ON profiles (partner_key, reference_key)',
        'CREATE INDEX idx_profiles_due ON profiles (due_at, id)',
      ],
    });
    app.save(profiles);

    const ledger = new Collection({
      ...closed,
      type: 'base',
      name: 'ledger',
      fields: [
        { type: 'text', name: 'profile', required: true, max: 15 },
        { type: 'number', name: 'seq', required: true, onlyInt: true, min: 1 },
        { type: 'text', name: 'kind', required: true, max: 32 },
        document,
      ],
      indexes: ['CREATE UNIQUE INDEX idx_ledger_seq ON ledger (profile, seq)'],
    });
    app.save(ledger);
    // The previous entry must exist. Together with the unique index this makes a gap impossible.
    ledger.fields.add(new RelationField({ name: 'follows', collectionId: ledger.id, maxSelect: 1, cascadeDelete: false }));
    app.save(ledger);

    const sessions = new Collection({
      ...closed,
      type: 'base',
      name: 'liveness_sessions',
      fields: [
        { type: 'text', name: 'session', required: true, max: 200 },
        { type: 'relation', name: 'profile', required: true, collectionId: profiles.id, maxSelect: 1, cascadeDelete: true },
      ],
      indexes: ['CREATE UNIQUE INDEX idx_liveness_sessions_session ON liveness_sessions (session)'],
    });
    app.save(sessions);
  },
  (app) => {
    for (const name of ['liveness_sessions', 'ledger', 'profiles']) app.delete(app.findCollectionByNameOrId(name));
  },
);
