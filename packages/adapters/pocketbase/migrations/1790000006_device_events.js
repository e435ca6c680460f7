/// <reference path="../pb_data/types.d.ts" />

// Records the profile and attempt that first used a device event. There is one row for each event, across all tenants,
// and it is never deleted, not even with its profile. For this reason the event is stored only as a digest: its id
// leads to the provider's data about a person's device.
const closed = { listRule: null, viewRule: null, createRule: null, updateRule: null, deleteRule: null };

migrate(
  (app) => {
    app.save(
      new Collection({
        ...closed,
        type: 'base',
        name: 'device_events',
        fields: [
          { type: 'text', name: 'event', required: true, max: 64 },
          { type: 'text', name: 'profile', required: true, max: 15 },
          { type: 'number', name: 'attempt', required: true, onlyInt: true, min: 1 },
        ],
        indexes: ['CREATE UNIQUE INDEX idx_device_events_event ON device_events (event)'],
      }),
    );
  },
  (app) => app.delete(app.findCollectionByNameOrId('device_events')),
);
