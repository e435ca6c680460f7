/// <reference path="../pb_data/types.d.ts" />

// Who has put something on a list of a partner, when, why, and by which profile. Entries from before say none of it.
const text = (name, max) => new TextField({ type: 'text', name, max });

migrate(
  (app) => {
    const lists = app.findCollectionByNameOrId('sighting_lists');
    lists.fields.add(text('added_at', 24), text('profile', 15), text('note', 30000), text('data', 5000));
    lists.addIndex('idx_sighting_lists_partner', false, 'partner_key, added_at, id', '');
    lists.addIndex('idx_sighting_lists_profile', false, 'profile', '');
    app.save(lists);
  },
  (app) => {
    const lists = app.findCollectionByNameOrId('sighting_lists');
    lists.removeIndex('idx_sighting_lists_profile');
    lists.removeIndex('idx_sighting_lists_partner');
    for (const name of ['added_at', 'profile', 'note', 'data']) lists.fields.removeByName(name);
    app.save(lists);
  },
);
