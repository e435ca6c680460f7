/// <reference path="../pb_data/types.d.ts" />

// Who looked at what is kept about a person. A row has the lines that an instance wrote together for one tenant; it is
// written once, and removed by nothing but its age. A line holds ids and times, and nothing that says who a person is.
// The pages of a partner, of a team and of the operator are each read in the order of an index.
const closed = { listRule: null, viewRule: null, createRule: null, updateRule: null, deleteRule: null };

migrate(
  (app) => {
    app.save(
      new Collection({
        ...closed,
        type: 'base',
        name: 'access_log',
        fields: [
          { type: 'text', name: 'partner_key', max: 10000 },
          { type: 'text', name: 'team_key', max: 10000 },
          { type: 'text', name: 'at', required: true, max: 24 },
          { type: 'json', name: 'lines', required: true, maxSize: 5242880 },
        ],
        indexes: [
          'CREATE INDEX idx_access_log_team ON access_log (partner_key, team_key, at, id)',
          'CREATE INDEX idx_access_log_partner ON access_log (partner_key, at, id)',
          'CREATE INDEX idx_access_log_at ON access_log (at, id)',
        ],
      }),
    );
  },
  (app) => app.delete(app.findCollectionByNameOrId('access_log')),
);
