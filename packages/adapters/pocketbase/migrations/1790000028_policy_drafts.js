/// <reference path="../pb_data/types.d.ts" />

// Drafts of policies, each with its newest back-test. What they say is sealed where there are keys.
const closed = { listRule: null, viewRule: null, createRule: null, updateRule: null, deleteRule: null };
const text = (name, max) => ({ type: 'text', name, max });
const count = (name) => ({ type: 'number', name, onlyInt: true, min: 0 });

migrate(
  (app) => {
    app.save(
      new Collection({
        ...closed,
        type: 'base',
        name: 'policy_drafts',
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
          'CREATE INDEX idx_policy_drafts_test ON policy_drafts (partner_key, test_until, id)',
        ],
      }),
    );
  },
  (app) => app.delete(app.findCollectionByNameOrId('policy_drafts')),
);
