/// <reference path="../pb_data/types.d.ts" />

// Records which requests were executed under which idempotency keys, and their responses. `key` is a digest of the key
// and its scope; only one row can exist for a key. Only its owner changes a row: whoever takes a key over deletes the
// row that was read and writes a new one, in one transaction. `profile` is the profile whose personal data is in the
// response, so that it is erased with the profile.
const closed = { listRule: null, viewRule: null, createRule: null, updateRule: null, deleteRule: null };

migrate(
  (app) => {
    app.save(
      new Collection({
        ...closed,
        type: 'base',
        name: 'idempotency_keys',
        fields: [
          { type: 'text', name: 'key', required: true, max: 64 },
          { type: 'text', name: 'request', required: true, max: 64 },
          { type: 'text', name: 'operation', required: true, max: 64 },
          { type: 'text', name: 'held_until', required: true, max: 24 },
          { type: 'text', name: 'kept_until', required: true, max: 24 },
          { type: 'text', name: 'profile', max: 15 },
          { type: 'json', name: 'answer', maxSize: 5242880 },
        ],
        indexes: [
          'CREATE UNIQUE INDEX idx_idempotency_keys_key ON idempotency_keys (key)',
          'CREATE INDEX idx_idempotency_keys_kept ON idempotency_keys (kept_until)',
          'CREATE INDEX idx_idempotency_keys_profile ON idempotency_keys (profile)',
        ],
      }),
    );
  },
  (app) => app.delete(app.findCollectionByNameOrId('idempotency_keys')),
);
