/// <reference path="../pb_data/types.d.ts" />

// Rows are sealed together with their columns: a sealed document is a third longer, the list of an entry is a sealed
// text, and a used device event is a digest with a key. After an erasure a device event no longer says whose it was, so
// that the events of a profile are searched for.
const limits = [
  ['sighting_lists', 'list', 'max', 16, 200],
  ['device_events', 'event', 'max', 64, 80],
  ['policies', 'data', 'maxSize', 5242880, 7340032],
  ['settings', 'value', 'maxSize', 1048576, 1572864],
];

const change = (app, name, amend) => {
  const collection = app.findCollectionByNameOrId(name);
  amend(collection);
  app.save(collection);
};

migrate(
  (app) => {
    for (const [name, field, limit, , value] of limits)
      change(app, name, ({ fields }) => {
        fields.getByName(field)[limit] = value;
      });
    change(app, 'device_events', (events) => {
      events.fields.getByName('profile').required = false;
      events.addIndex('idx_device_events_profile', false, 'profile', '');
    });
  },
  (app) => {
    change(app, 'device_events', (events) => {
      events.removeIndex('idx_device_events_profile');
      events.fields.getByName('profile').required = true;
    });
    for (const [name, field, limit, value] of limits)
      change(app, name, ({ fields }) => {
        fields.getByName(field)[limit] = value;
      });
  },
);
