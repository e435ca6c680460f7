/// <reference path="../pb_data/types.d.ts" />

// Counts what each tenant uses: the bytes of its files in all, and its calls to paid providers by days. A row is only
// ever added to, in the transaction of what it counts. The bytes begin with the files that are stored already, apart from
// those of redacted profiles (without a reference), which wait for their removal: the redaction has taken their evidence,
// so that nothing would subtract them. The id of a row follows from its name, its day and its partner, as the record
// store derives it.
const closed = { listRule: null, viewRule: null, createRule: null, updateRule: null, deleteRule: null };

const countFiles = (app) => {
  const totals = arrayOf(new DynamicModel({ partner: '', bytes: -0 }));
  app
    .db()
    .newQuery(
      `SELECT p.partner_key AS partner, SUM(f.size) AS bytes FROM files f JOIN profiles p ON p.id = f.profile
        WHERE p.reference_key != '' GROUP BY p.partner_key`,
    )
    .all(totals);
  const counters = app.findCollectionByNameOrId('usage_counters');
  for (const { partner, bytes } of totals) {
    const row = new Record(counters);
    row.set('id', $security.sha256(`usage/stored_bytes//${partner}`).substring(0, 15));
    row.set('name', 'stored_bytes');
    row.set('partner_key', partner);
    row.set('amount', bytes);
    app.save(row);
  }
};

migrate(
  (app) => {
    app.save(
      new Collection({
        ...closed,
        type: 'base',
        name: 'usage_counters',
        fields: [
          { type: 'text', name: 'name', required: true, max: 40 },
          { type: 'text', name: 'day', max: 10 },
          { type: 'text', name: 'partner_key', required: true, max: 10000 },
          { type: 'number', name: 'amount', onlyInt: true },
        ],
        indexes: [
          'CREATE UNIQUE INDEX idx_usage_counters_name ON usage_counters (name, partner_key, day)',
          'CREATE INDEX idx_usage_counters_day ON usage_counters (day, id)',
        ],
      }),
    );
    countFiles(app);
  },
  (app) => app.delete(app.findCollectionByNameOrId('usage_counters')),
);
