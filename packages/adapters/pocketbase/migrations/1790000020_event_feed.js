/// <reference path="../pb_data/types.d.ts" />

// The feeds of the partners. An entry of which a partner learns has the partner and the event; `feed_place` is its place
// in the feed of the partner, from 1 without a gap, and 0 until it is numbered. The index finds the events of a feed in
// their order. `feed_heads` says how far each feed has come and where it begins; the row without a partner says up to
// which place of the log every event was numbered. Entries that have a place in the log already have no event: the feeds
// begin here.
const closed = { listRule: null, viewRule: null, createRule: null, updateRule: null, deleteRule: null };
const text = (name, max) => ({ type: 'text', name, max });
const number = (name) => ({ type: 'number', name, onlyInt: true, min: 0 });

migrate(
  (app) => {
    const ledger = app.findCollectionByNameOrId('ledger');
    ledger.fields.add(new TextField(text('partner_key', 10000)));
    ledger.fields.add(new TextField(text('event', 10000)));
    ledger.fields.add(new NumberField(number('feed_place')));
    ledger.addIndex('idx_ledger_feed', false, 'partner_key, feed_place', '');
    app.save(ledger);
    app.save(
      new Collection({
        ...closed,
        type: 'base',
        name: 'feed_heads',
        fields: [text('partner_key', 10000), number('place'), number('first')],
        indexes: ['CREATE UNIQUE INDEX idx_feed_heads_partner ON feed_heads (partner_key)'],
      }),
    );
    const log = new DynamicModel({ size: 0 });
    app.db().newQuery('SELECT COALESCE(MAX(size), 0) AS size FROM ledger_log').one(log);
    const followed = new Record(app.findCollectionByNameOrId('feed_heads'));
    followed.set('id', '876j48cvjhts3n9');
    followed.set('place', log.size);
    followed.set('first', 1);
    app.save(followed);
  },
  (app) => {
    app.delete(app.findCollectionByNameOrId('feed_heads'));
    const ledger = app.findCollectionByNameOrId('ledger');
    ledger.removeIndex('idx_ledger_feed');
    for (const name of ['partner_key', 'event', 'feed_place']) ledger.fields.removeByName(name);
    app.save(ledger);
  },
);
