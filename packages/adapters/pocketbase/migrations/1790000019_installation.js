/// <reference path="../pb_data/types.d.ts" />

// Says which installation of the service a database belongs to. The one row is written here, so that every database has
// an id from its migration on; the record store reads it under the same id. A copy of a database has the same
// installation, and the number of its writes tells an older copy from a newer one.
const closed = { listRule: null, viewRule: null, createRule: null, updateRule: null, deleteRule: null };

migrate(
  (app) => {
    app.save(
      new Collection({
        ...closed,
        type: 'base',
        name: 'installation',
        fields: [
          { type: 'text', name: 'installation', required: true, max: 64 },
          { type: 'number', name: 'writes', onlyInt: true },
        ],
      }),
    );
    const row = new Record(app.findCollectionByNameOrId('installation'));
    row.set('id', 'installation001');
    row.set('installation', $security.randomStringWithAlphabet(64, '0123456789abcdef'));
    app.save(row);
  },
  (app) => app.delete(app.findCollectionByNameOrId('installation')),
);
