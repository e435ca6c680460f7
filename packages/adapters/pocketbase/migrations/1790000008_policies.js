/// <reference path="../pb_data/types.d.ts" />

// The policies of an operator's own, as they were written: one row a version, never changed and never deleted, since
// profiles are judged under the version that they began with. `position` counts up and says which version is the newest;
// a `partner_key` stands where one partner alone may choose the policy. `digest` is of the document: a row whose document
// has another one is not read.
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
