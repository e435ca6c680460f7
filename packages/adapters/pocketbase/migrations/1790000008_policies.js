/// <reference path="../pb_data/types.d.ts" />

// The operator's own policies, as they were written. There is one row for each version. It is never changed and never
// deleted, because profiles are judged under the version that they began with. `position` counts up and tells which
// version is the newest; `partner_key` is set when only one partner may choose the policy. `digest` is the digest of
// the document: a row whose document has another digest is not read.
const closed = { listRule: null, viewRule: null, createRule: null, updateRule: null, deleteRule: null };

migrate(
  (app) => {
    app.save(
      new Collection({
        ...closed,
        type: 'base',
        name: 'policies',
        fields: [
          { type: 'text', name: 'policy_id', required: true, max: 40 },
          { type: 'text', name: 'version', required: true, max: 40 },
          { type: 'text', name: 'partner_key', max: 10000 },
          { type: 'number', name: 'position', required: true, onlyInt: true, min: 1 },
          { type: 'text', name: 'digest', required: true, max: 64 },
          { type: 'json', name: 'data', required: true, maxSize: 5242880 },
        ],
        indexes: [
          'CREATE UNIQUE INDEX idx_policies_version ON policies (policy_id, version)',
          'CREATE UNIQUE INDEX idx_policies_position ON policies (position)',
        ],
      }),
    );
  },
  (app) => app.delete(app.findCollectionByNameOrId('policies')),
);
