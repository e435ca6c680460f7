/// <reference path="../pb_data/types.d.ts" />

// Which profile and attempt a device event was used for first: one row an event, whatever the tenant, and never deleted,
// not even with its profile. That is why the event stands here as a digest only: its id leads to what the provider
// knows of a person's device.
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
