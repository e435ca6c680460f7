/// <reference path="../pb_data/types.d.ts" />

// The queue of reviews, in the order of when a profile entered it, and who has which profile for review. A profile that
// an earlier release put in review gets the time of its last change; one that is erased stands behind every time.
const indexes = [
  ['idx_profiles_team_queue', 'partner_key, team_key, status, waiting_since, id'],
  ['idx_profiles_queue', 'partner_key, status, waiting_since, id'],
  ['idx_profiles_waiting', 'waiting_since, id'],
];
const closed = { listRule: null, viewRule: null, createRule: null, updateRule: null, deleteRule: null };
const text = (name, max) => ({ type: 'text', name, max });

const claims = {
  name: 'review_claims',
  fields: [
    text('partner_key', 10000),
    text('team_key', 10000),
    { type: 'number', name: 'generation', onlyInt: true, min: 0 },
    text('held_until', 24),
    text('data', 5000),
  ],
  indexes: [
    'CREATE INDEX idx_review_claims_team ON review_claims (partner_key, team_key, held_until, id)',
    'CREATE INDEX idx_review_claims_partner ON review_claims (partner_key, held_until, id)',
  ],
};

migrate(
  (app) => {
    const profiles = app.findCollectionByNameOrId('profiles');
    profiles.fields.add(new TextField({ type: 'text', name: 'waiting_since', max: 32 }));
    app.save(profiles);
    app
      .db()
      .newQuery(
        `UPDATE profiles SET waiting_since = CASE WHEN reference_key = '' THEN 'erased' ELSE updated_at END
         WHERE status = 'in_review'`,
      )
      .execute();
    for (const [index, columns] of indexes) profiles.addIndex(index, false, columns, '');
    app.save(profiles);
    app.save(new Collection({ ...closed, type: 'base', ...claims }));
  },
  (app) => {
    app.delete(app.findCollectionByNameOrId(claims.name));
    const profiles = app.findCollectionByNameOrId('profiles');
    for (const [index] of indexes) profiles.removeIndex(index);
    profiles.fields.removeByName('waiting_since');
    app.save(profiles);
  },
);
