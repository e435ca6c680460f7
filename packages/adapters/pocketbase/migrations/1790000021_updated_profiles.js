/// <reference path="../pb_data/types.d.ts" />

// Profiles are listed by when they were changed last. The rows of an earlier release get the time of their newest entry.
const indexes = [
  ['idx_profiles_team_updated', 'partner_key, team_key, updated_at, id'],
  ['idx_profiles_updated', 'partner_key, updated_at, id'],
];

migrate(
  (app) => {
    const profiles = app.findCollectionByNameOrId('profiles');
    profiles.fields.add(new TextField({ type: 'text', name: 'updated_at', max: 32 }));
    app.save(profiles);
    app
      .db()
      .newQuery(
        `UPDATE profiles SET updated_at = COALESCE((
           SELECT CASE WHEN json_valid(data) THEN json_extract(data, '$.recorded_at') END
           FROM ledger WHERE ledger.profile = profiles.id ORDER BY seq DESC LIMIT 1), created_at)`,
      )
      .execute();
    for (const [index, columns] of indexes) profiles.addIndex(index, false, columns, '');
    app.save(profiles);
  },
  (app) => {
    const profiles = app.findCollectionByNameOrId('profiles');
    for (const [index] of indexes) profiles.removeIndex(index);
    profiles.fields.removeByName('updated_at');
    app.save(profiles);
  },
);
