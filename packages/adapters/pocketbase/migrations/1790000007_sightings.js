/// <reference path="../pb_data/types.d.ts" />

// Records which documents, persons, pictures and devices each partner has seen, as digests under a key of the partner;
// without the row of that key they mean nothing. `sightings` has one row for each reference that showed a digest.
// `sighting_times` has one row for each attempt that did, with the time of its last check. `sighting_lists` has what a
// partner blocks and allows.
const closed = { listRule: null, viewRule: null, createRule: null, updateRule: null, deleteRule: null };
const partner = { type: 'text', name: 'partner_key', required: true, max: 10000 };
const text = (name, max) => ({ type: 'text', name, required: true, max });
const digest = text('digest', 64);
const kind = text('kind', 16);

migrate(
  (app) => {
    const make = (name, fields, ...indexes) => app.save(new Collection({ ...closed, type: 'base', name, fields, indexes }));
    make(
      'sighting_keys',
      [partner, text('key', 64)],
      'CREATE UNIQUE INDEX idx_sighting_keys_partner ON sighting_keys (partner_key)',
    );
    make(
      'sightings',
      [partner, kind, digest, text('reference', 64)],
      'CREATE UNIQUE INDEX idx_sightings_digest ON sightings (digest, kind, partner_key, reference)',
    );
    make(
      'sighting_times',
      [partner, kind, digest, text('profile', 15), { type: 'number', name: 'attempt', required: true, onlyInt: true, min: 1 }, text('at', 32)],
      'CREATE INDEX idx_sighting_times_digest ON sighting_times (digest, kind, partner_key, at)',
    );
    make(
      'sighting_lists',
      [partner, kind, digest, text('list', 16)],
      'CREATE UNIQUE INDEX idx_sighting_lists_digest ON sighting_lists (digest, kind, partner_key)',
    );
  },
  (app) => {
    for (const name of ['sighting_lists', 'sighting_times', 'sightings', 'sighting_keys']) {
      app.delete(app.findCollectionByNameOrId(name));
    }
  },
);
