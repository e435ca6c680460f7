import { randomIds } from '@portcullis/adapter-memory';
import { acme } from '@portcullis/contracts/builders';
import type { Tenant } from '@portcullis/domain';
import { createRecordStore } from '@portcullis/record-store';
import { expect } from 'chai';
import { aKeyring } from '../../support/builders/keyrings.ts';
import { describePostgres, usePostgres } from '../../support/postgres/postgres.ts';
import { queriesOf } from '../../support/postgres/sent-statements.ts';

const ids = randomIds((bytes) => crypto.getRandomValues(bytes));

/** Of 20,000 profiles of a partner half wait, a third of them of one team. */
const fill = `
  insert into "profiles" ("id", "partner_key", "team_key", "status", "waiting_since", "created_at", "reference_key", "current_key")
  select 'f' || lpad(n::text, 14, '0'), 'acme', case n % 3 when 0 then '=north' else '' end,
    case n % 2 when 0 then 'in_review' else 'approved' end, case n % 2 when 0 then at else '' end, at, 'r' || n, 'c' || n
  from (select n, to_char(timestamp '2025-12-31' + n * interval '1 second', 'YYYY-MM-DD"T"HH24:MI:SS".000Z"') as at
    from generate_series(1, 20000) as n) as numbered`;

const middle = '2025-12-31T02:46:40.000Z';
const last = '2025-12-31T12:00:00.000Z';
const viewers: readonly (readonly [index: string, Tenant])[] = [
  ['profiles_queue', acme],
  ['profiles_team_queue', { partnerId: 'acme', teamId: 'north' }],
];

describePostgres('the plans of the queue of reviews in PostgreSQL', () => {
  const database = usePostgres();
  before(async () => {
    await database().empty();
    await database().admin.query(fill);
    // The server does it by itself soon after so many rows were written (autovacuum).
    await database().admin.query('analyze "profiles"');
  });

  /** The plan of the statement on profiles that a call sends, with the values that it sends. */
  const planOf = async (call: () => Promise<unknown>): Promise<string> => {
    const [read, ...others] = (await queriesOf(call)).filter(({ text }) => /from "profiles"/.test(text));
    expect(others).to.deep.equal([]);
    const { rows } = await database().admin.query(`explain ${read?.text}`, [...(read?.values ?? [])]);
    return rows.map((row: object) => Object.values(row).join()).join('\n');
  };

  /** The rows come in the order of the index, so that reading ends with the page. */
  const expectInOrder = (plan: string, index: string): void => {
    expect(plan).to.match(new RegExp(`Index (Only )?Scan using ${index} on profiles`));
    expect(plan).to.not.match(/Sort|Seq Scan|Bitmap/);
  };

  for (const [index, viewer] of viewers) {
    it(`read no more of a page than it shows, and count, by ${index}`, async () => {
      const { reviewQueue } = createRecordStore(database().driver, aKeyring(), ids);
      for (const position of [null, { since: middle, id: 'f00000000010000' }])
        expectInOrder(await planOf(reviewQueue.page(viewer, position, 51)), index);
      expectInOrder(await planOf(reviewQueue.count(viewer, last)), index);
    });
  }

  it('measure all that wait by profiles_waiting', async () => {
    const { reviewQueue } = createRecordStore(database().driver, aKeyring(), ids);
    expectInOrder(await planOf(reviewQueue.measure(last)), 'profiles_waiting');
  });
});
