/// <reference path="../pb_data/types.d.ts" />

// Digests of tokens that were revoked, and of assertions of clients that were used, until they would have expired. Only
// one row can exist for a digest of each kind, so that of several uses of an assertion one succeeds.
const closed = { listRule: null, viewRule: null, createRule: null, updateRule: null, deleteRule: null };

migrate(
  (app) => {
    app.save(
      new Collection({
        ...closed,
        type: 'base',
        name: 'token_states',
        fields: [
          { type: 'text', name: 'kind', required: true, max: 16 },
          { type: 'text', name: 'digest', required: true, max: 64 },
          { type: 'text', name: 'recorded_at', required: true, max: 24 },
          { type: 'text', name: 'expires_at', required: true, max: 24 },
        ],
        indexes: [
          'CREATE UNIQUE INDEX idx_token_states_digest ON token_states (digest, kind)',
          'CREATE INDEX idx_token_states_recorded ON token_states (kind, recorded_at, id)',
          'CREATE INDEX idx_token_states_expires ON token_states (expires_at)',
        ],
      }),
    );
  },
  (app) => app.delete(app.findCollectionByNameOrId('token_states')),
);
