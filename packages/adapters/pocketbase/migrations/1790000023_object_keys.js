/// <reference path="../pb_data/types.d.ts" />

// The bytes of a file may rest in an object store: its row then has the key of the object, and no bytes of its own.
migrate(
  (app) => {
    const files = app.findCollectionByNameOrId('files');
    files.fields.add(new TextField({ type: 'text', name: 'object_key', max: 200 }));
    files.fields.getByName('content').required = false;
    files.addIndex('idx_files_object', false, 'object_key', '');
    app.save(files);
  },
  (app) => {
    const files = app.findCollectionByNameOrId('files');
    files.removeIndex('idx_files_object');
    files.fields.removeByName('object_key');
    files.fields.getByName('content').required = true;
    app.save(files);
  },
);
