/// <reference path="../pb_data/types.d.ts" />

// `data_keys` has one row for each profile: the key of everything that is stored for it, wrapped by a key of the
// operator's keyring, which `key_id` names. Overwriting the key makes a profile unreadable; the row stays.
// `service_keys` has the keys of the service itself, by name and wrapped in the same way; an empty `key_id` means that
// the key is stored in plaintext, because there was no keyring.
const closed = { listRule: null, viewRule: null, createRule: null, updateRule: null, deleteRule: null };
const text = (name, max, required) => ({ type: 'text', name, max, required });

const change = (app, name, amend) => {
  const collection = app.findCollectionByNameOrId(name);
  amend(collection);
  app.save(collection);
};

migrate(
  (app) => {
    const dataKeys = new Collection({
      ...closed,
      type: 'base',
      name: 'data_keys',
      fields: [text('profile', 15, true), text('key_id', 32, true), text('wrapped', 200, true)],
      indexes: [
        'CREATE UNIQUE INDEX idx_data_keys_profile ON data_keys (profile)',
        'CREATE INDEX idx_data_keys_key ON data_keys (key_id, id)',
      ],
    });
    app.save(dataKeys);
    app.save(
      new Collection({
        ...closed,
        type: 'base',
        name: 'service_keys',
        fields: [text('name', 40, true), text('key_id', 32, false), text('wrapped', 200, true)],
        indexes: ['CREATE UNIQUE INDEX idx_service_keys_name ON service_keys (name)'],
      }),
    );
    // One query reads a row and its key; deleting a key searches for the row that names it.
    change(app, 'profiles', (profiles) => {
      profiles.fields.add(
        new RelationField({ name: 'key', collectionId: dataKeys.id, maxSelect: 1, cascadeDelete: false }),
      );
      profiles.addIndex('idx_profiles_key', false, 'key', '');
      // Sealed text is a third longer.
      profiles.fields.getByName('data').maxSize = 7340032;
    });
    change(app, 'ledger', (ledger) => {
      // The erasable part of an entry, where it is sealed. The rest of the entry stays in `data`, in plaintext.
      ledger.fields.add(new TextField({ name: 'personal', max: 7340032 }));
      // Deleting an entry searches for the entries that follow it.
      ledger.addIndex('idx_ledger_follows', false, 'follows', '');
    });
    change(app, 'files', (files) => {
      files.fields.getByName('sha256').max = 200;
    });
    change(app, 'sighting_keys', (keys) => {
      keys.fields.getByName('key').max = 200;
    });
  },
  (app) => {
    change(app, 'profiles', (profiles) => {
      profiles.removeIndex('idx_profiles_key');
      profiles.fields.removeByName('key');
      profiles.fields.getByName('data').maxSize = 5242880;
    });
    change(app, 'ledger', (ledger) => {
      ledger.removeIndex('idx_ledger_follows');
      ledger.fields.removeByName('personal');
    });
    for (const name of ['service_keys', 'data_keys']) app.delete(app.findCollectionByNameOrId(name));
  },
);
