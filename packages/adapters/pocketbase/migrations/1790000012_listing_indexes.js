/// <reference path="../pb_data/types.d.ts" />

// Each list of profiles, whatever it is filtered by, has an index that holds its rows in the order in which they are
// listed, so that a page reads the rows that it shows and no others. Their order counts: without statistics SQLite
// takes an index for as good as another of fewer columns that stands before it, when both a first and a last time are
// given. A reference is found by an index that begins with it, because one that begins with the partner would compete
// with those of the lists.
const added = [
  ['idx_profiles_team_status', 'partner_key, team_key, status, created_at DESC, id'],
  ['idx_profiles_team', 'partner_key, team_key, created_at DESC, id'],
  ['idx_profiles_status', 'partner_key, status, created_at DESC, id'],
  ['idx_profiles_listing', 'partner_key, created_at DESC, id'],
  ['idx_profiles_reference', 'reference_key, partner_key'],
];

/** The indexes of the same names that are replaced. */
const replaced = [
  ['idx_profiles_listing', 'partner_key, created_at, id'],
  ['idx_profiles_reference', 'partner_key, reference_key'],
];

const replaceIndexes = (app, before, after) => {
  const profiles = app.findCollectionByNameOrId('profiles');
  for (const [index] of before) profiles.removeIndex(index);
  for (const [index, columns] of after) profiles.addIndex(index, false, columns, '');
  app.save(profiles);
};

migrate(
  (app) => replaceIndexes(app, replaced, added),
  (app) => replaceIndexes(app, added, replaced),
);
