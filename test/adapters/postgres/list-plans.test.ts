import { randomIds } from '@portcullis/adapter-memory';
import { acme, aProfile, attemptFingerprints, digestNo } from '@portcullis/contracts/builders';
import { createRecordStore } from '@portcullis/record-store';
import { expect } from 'chai';
import { aKeyring } from '../../support/builders/keyrings.ts';
import { describePostgres, usePostgres } from '../../support/postgres/postgres.ts';
import { statementsOf } from '../../support/postgres/sent-statements.ts';
import { mustSucceed } from '../../support/run.ts';

const ids = randomIds((bytes) => crypto.getRandomValues(bytes));

const at = `to_char(timestamp '2025-12-31' + n * interval '1 second', 'YYYY-MM-DD"T"HH24:MI:SS".000Z"')`;
const numbers = 'from generate_series(1, 20000) as n';

/** Of each table 20,000 rows, a tenth of them of one digest, one partner or one profile. */
const fills = [
  `insert into "sighting_lists" ("id", "partner_key", "kind", "digest", "list", "added_at", "profile")
   select 'f' || lpad(n::text, 14, '0'), 'p' || n % 10, 'document', 'd' || n, 'blocked', ${at}, 'q' || n ${numbers}`,
  `insert into "sighting_times" ("id", "partner_key", "kind", "digest", "profile", "attempt", "at")
   select 'f' || lpad(n::text, 14, '0'), 'acme', 'device', 'd' || n / 2000, 'q' || n, 1, ${at} ${numbers}`,
  `insert into "sightings" ("id", "partner_key", "kind", "digest", "reference")
   select 'f' || lpad(n::text, 14, '0'), 'acme', 'image', 'd' || n / 2000, 'r' || n ${numbers}`,
];

describePostgres('the plans of lists and of what profiles share in PostgreSQL', () => {
  const database = usePostgres();
  before(async () => {
    await database().empty();
    // A database without keys is asked whether it is new.
    await mustSucceed(stores().keys.prepare);
    for (const fill of fills) await database().admin.query(fill);
    // The server does it by itself soon after so many rows were written (autovacuum).
    for (const table of ['sighting_lists', 'sighting_times', 'sightings'])
      await database().admin.query(`analyze "${table}"`);
  });

  const stores = () => createRecordStore(database().driver, aKeyring(), ids);

  /** The plans of the statements on a table that a call sends, whatever the values of their parameters are. */
  const plansOf = async (table: string, call: () => Promise<unknown>): Promise<readonly string[]> => {
    const texts = (await statementsOf(call)).filter((text) => text.includes(`from "${table}"`));
    expect(texts, `statements on ${table}`).to.not.deep.equal([]);
    const plans: string[] = [];
    for (const text of new Set(texts)) {
      const { rows } = await database().admin.query(`explain (generic_plan) ${text}`);
      plans.push(rows.map((row: object) => Object.values(row).join()).join('\n'));
    }
    return plans;
  };

  it('read no more of a page of entries than it shows', async () => {
    for (const after of [null, { addedAt: '2025-12-31T02:46:40.000Z', id: 'f00000000010000' }])
      for (const plan of await plansOf('sighting_lists', stores().listStore.page('p7', null, after, 51))) {
        expect(plan).to.match(/Index Scan Backward using sighting_lists_partner/);
        expect(plan).to.not.match(/Sort|Seq Scan/);
      }
  });

  it('find an entry by its digest, and what an erasure has to forget by its profile', async () => {
    const digests = [{ kind: 'document', digest: digestNo(1) }] as const;
    for (const plan of await plansOf('sighting_lists', stores().listStore.standing('p7', digests)))
      expect(plan)
        .to.match(/sighting_lists_digest_kind_partner_key_key/)
        .and.not.match(/Seq Scan/);
    for (const plan of await plansOf('sighting_lists', stores().eraser.erase(aProfile({ tenant: acme }))))
      expect(plan)
        .to.match(/sighting_lists_profile/)
        .and.not.match(/Seq Scan/);
  });

  it('read the end of an index of who has shown something, and not all who have', async () => {
    const sharing = () => stores().duplicateIndex.profilesSharing('acme', attemptFingerprints().digests);
    for (const plan of await plansOf('sighting_times', sharing())) {
      expect(plan).to.match(/Index Scan Backward using sighting_times_digest/);
      expect(plan).to.not.match(/Sort|Seq Scan/);
    }
    for (const plan of await plansOf('sightings', sharing()))
      expect(plan)
        .to.match(/sightings_/)
        .and.not.match(/Seq Scan/);
  });
});
