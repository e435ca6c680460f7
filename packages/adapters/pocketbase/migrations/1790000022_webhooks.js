/// <reference path="../pb_data/types.d.ts" />

// The endpoints of partners, how far the deliveries to each of them have come, those that failed, the log of tries, and
// the leases on delivering. What an endpoint says is sealed where there are keys; the rest holds ids, places and times.
const closed = { listRule: null, viewRule: null, createRule: null, updateRule: null, deleteRule: null };
const text = (name, max) => ({ type: 'text', name, max });
const number = (name) => ({ type: 'number', name, onlyInt: true, min: 0 });

const collections = [
  {
    name: 'webhook_endpoints',
    fields: [
      text('partner_key', 10000),
      text('team_key', 10000),
      text('status', 16),
      number('version'),
      text('created_at', 24),
      text('data', 50000),
    ],
    indexes: [
      'CREATE INDEX idx_webhook_endpoints_partner ON webhook_endpoints (partner_key, created_at, id)',
      'CREATE INDEX idx_webhook_endpoints_status ON webhook_endpoints (status, id)',
    ],
  },
  {
    name: 'webhook_states',
    fields: [text('endpoint', 15), number('generation'), number('place'), text('data', 50000)],
    indexes: ['CREATE UNIQUE INDEX idx_webhook_states_endpoint ON webhook_states (endpoint)'],
  },
  {
    name: 'webhook_deliveries',
    fields: [
      text('endpoint', 15),
      number('place'),
      text('event', 32),
      text('state', 16),
      number('attempts'),
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
  {
    name: 'webhook_tries',
    fields: [text('endpoint', 15), text('at', 24), text('lines', 100000)],
    indexes: [
      'CREATE INDEX idx_webhook_tries_endpoint ON webhook_tries (endpoint, at, id)',
      'CREATE INDEX idx_webhook_tries_at ON webhook_tries (at, id)',
    ],
  },
  {
    name: 'webhook_shards',
    fields: [number('shard'), number('generation'), text('holder', 64), text('held_until', 24)],
    indexes: ['CREATE UNIQUE INDEX idx_webhook_shards_shard ON webhook_shards (shard)'],
  },
];

migrate(
  (app) => {
    for (const collection of collections) app.save(new Collection({ ...closed, type: 'base', ...collection }));
  },
  (app) => {
    for (const { name } of collections.toReversed()) app.delete(app.findCollectionByNameOrId(name));
  },
);
