/// <reference path="../pb_data/types.d.ts" />

// The accounts of staff and their sessions. What they say is sealed where there are keys; the rest is the opaque id of
// the member, and times.
const closed = { listRule: null, viewRule: null, createRule: null, updateRule: null, deleteRule: null };
const text = (name, max) => ({ type: 'text', name, max });
const number = (name) => ({ type: 'number', name, onlyInt: true, min: 0 });

const collections = [
  {
    name: 'staff_members',
    fields: [text('member', 64), number('version'), text('data', 50000)],
    indexes: [],
  },
  {
    name: 'staff_sessions',
    fields: [text('member', 64), text('used_at', 24), text('ends_at', 24), text('data', 50000)],
    indexes: [
      'CREATE INDEX idx_staff_sessions_member ON staff_sessions (member, id)',
      'CREATE INDEX idx_staff_sessions_ends_at ON staff_sessions (ends_at)',
    ],
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
