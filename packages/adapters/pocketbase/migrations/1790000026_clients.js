/// <reference path="../pb_data/types.d.ts" />

// The machine clients that staff have created. What a client is and may do is sealed where there are keys; of its
// secrets there are digests alone.
const closed = { listRule: null, viewRule: null, createRule: null, updateRule: null, deleteRule: null };
const text = (name, max) => ({ type: 'text', name, max });

migrate(
  (app) => {
    app.save(
      new Collection({
        ...closed,
        type: 'base',
        name: 'clients',
        fields: [
          text('partner_key', 10000),
          text('team_key', 10000),
          { type: 'number', name: 'version', onlyInt: true, min: 0 },
          text('created_at', 24),
          text('updated_at', 24),
          text('data', 50000),
        ],
        indexes: [
          'CREATE INDEX idx_clients_partner ON clients (partner_key, created_at, id)',
          'CREATE INDEX idx_clients_updated ON clients (updated_at, id)',
        ],
      }),
    );
  },
  (app) => app.delete(app.findCollectionByNameOrId('clients')),
);
