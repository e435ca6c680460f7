/// <reference path="../pb_data/types.d.ts" />

// Erasure searches for rows by the profile that they name.
const indexes = [
  ['liveness_sessions', 'idx_liveness_sessions_profile', 'profile'],
  ['sighting_times', 'idx_sighting_times_profile', 'profile'],
  ['sightings', 'idx_sightings_reference', 'reference, partner_key'],
];

migrate(
  (app) => {
    for (const [name, index, columns] of indexes) {
      const collection = app.findCollectionByNameOrId(name);
      collection.addIndex(index, false, columns, '');
      app.save(collection);
    }
  },
  (app) => {
    for (const [name, index] of indexes) {
      const collection = app.findCollectionByNameOrId(name);
      collection.removeIndex(index);
      app.save(collection);
    }
  },
);
