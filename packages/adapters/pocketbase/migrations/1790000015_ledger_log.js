/// <reference path="../pb_data/types.d.ts" />

// The log of all ledger entries. `place` is the position of an entry in it, from 1 without a gap, and 0 until the entry
// is placed: so the entries of an earlier release are placed as well. The index finds those without a place, and the
// others in their order. The other collections hold how far the log has come, hashes of its Merkle tree, and its heads.
const closed = { listRule: null, viewRule: null, createRule: null, updateRule: null, deleteRule: null };
const text = (name, max) => ({ type: 'text', name, max });
const number = (name) => ({ type: 'number', name, onlyInt: true, min: 0 });

migrate(
  (app) => {
    const ledger = app.findCollectionByNameOrId('ledger');
    ledger.fields.add(new NumberField(number('place')));
    ledger.addIndex('idx_ledger_place', false, 'place, profile, seq', '');
    app.save(ledger);
    const base = (name, fields, indexes) => app.save(new Collection({ ...closed, type: 'base', name, fields, indexes }));
    base(
      'ledger_log',
      [
        { ...text('log', 15), required: true },
        number('generation'),
        text('holder', 64),
        text('held_until', 24),
        number('size'),
        text('frontier', 5000),
      ],
      [],
    );
    base(
      'ledger_tiles',
      [number('level'), number('position'), { ...text('hashes', 20000), required: true }, { ...text('root', 64), required: true }],
      ['CREATE UNIQUE INDEX idx_ledger_tiles_position ON ledger_tiles (level, position)'],
    );
    base(
      'ledger_heads',
      [
        { ...text('log', 15), required: true },
        { ...number('size'), required: true },
        { ...text('root', 64), required: true },
        { ...text('at', 24), required: true },
        text('public_key', 200),
        text('signature', 200),
        text('timestamp', 100000),
      ],
      ['CREATE UNIQUE INDEX idx_ledger_heads_size ON ledger_heads (size)'],
    );
  },
  (app) => {
    for (const name of ['ledger_heads', 'ledger_tiles', 'ledger_log']) app.delete(app.findCollectionByNameOrId(name));
    const ledger = app.findCollectionByNameOrId('ledger');
    ledger.removeIndex('idx_ledger_place');
    ledger.fields.removeByName('place');
    app.save(ledger);
  },
);
