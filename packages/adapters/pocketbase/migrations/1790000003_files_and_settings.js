/// <reference path="../pb_data/types.d.ts" />

const closed = { listRule: null, viewRule: null, createRule: null, updateRule: null, deleteRule: null };

migrate(
  (app) => {
    app.save(
      new Collection({
        ...closed,
        type: 'base',
        name: 'files',
        fields: [
          { type: 'text', name: 'profile', required: true, max: 15 },
          { type: 'text', name: 'kind', required: true, max: 32 },
          { type: 'text', name: 'content_type', required: true, max: 100 },
          // The column is not required: PocketBase takes 0 for a missing number.
          { type: 'number', name: 'size', onlyInt: true, min: 0 },
          { type: 'text', name: 'sha256', required: true, max: 64 },
          // The column is protected: PocketBase returns the bytes only to the bearer of a file token. The limit is 64
          // MiB, above the largest upload.
          { type: 'file', name: 'content', required: true, protected: true, maxSelect: 1, maxSize: 67108864 },
        ],
        indexes: ['CREATE INDEX idx_files_profile ON files (profile)'],
      }),
    );
    app.save(
      new Collection({
        ...closed,
        type: 'base',
        name: 'settings',
        fields: [
          { type: 'text', name: 'name', required: true, max: 200 },
          { type: 'json', name: 'value', maxSize: 1048576 },
        ],
        indexes: ['CREATE UNIQUE INDEX idx_settings_name ON settings (name)'],
      }),
    );
  },
  (app) => {
    for (const name of ['settings', 'files']) app.delete(app.findCollectionByNameOrId(name));
  },
);
