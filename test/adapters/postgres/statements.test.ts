import { randomIds } from '@portcullis/adapter-memory';
import { aChangeOf } from '@portcullis/contracts/builders';
import { createRecordStore } from '@portcullis/record-store';
import { anyOf, compare, type Write } from '@portcullis/record-store/driver';
import { expect } from 'chai';
import { anUpdate, idOf, keyInsert, ledgerInsert, sightingInsert } from '#contracts/builders/driver-rows';
import { rowsIn } from '#contracts/drivers/driver-under-test';
import { aKeyring } from '../../support/builders/keyrings.ts';
import { describePostgres, usePostgres } from '../../support/postgres/postgres.ts';
import { statementsOf } from '../../support/postgres/sent-statements.ts';
import { aPerson } from '../../support/records/stored-records.ts';
import { mustFail, mustSucceed } from '../../support/run.ts';

const ids = randomIds((bytes) => crypto.getRandomValues(bytes));

describePostgres('the statements for PostgreSQL', () => {
  const database = usePostgres();
  beforeEach(() => database().empty());

  it('are one for a change, one for a profile that is read, and one for a new profile', async () => {
    const { profiles } = createRecordStore(database().driver, aKeyring('a'), ids);
    // The first profile makes the key by which references are found.
    await mustSucceed(profiles.insert(aPerson(), null));
    const added = aPerson();
    const create = await statementsOf(() => mustSucceed(profiles.insert(added, null)));
    const get = await statementsOf(() => mustSucceed(profiles.getAny(added.profile.id)));
    const next = { ...aChangeOf(added.profile, { status: 'in_progress' }, 3), bytes: 100 };
    const commit = await statementsOf(() => mustSucceed(profiles.commit(next)));
    expect([create.length, get.length, commit.length]).to.deep.equal([1, 1, 1]);
    expect(commit[0]).to.match(/^with .*update "profiles".* select 1 \/ /);
  });

  it('find out one by one why a change was rejected', async () => {
    await mustSucceed(database().driver.transaction([ledgerInsert(1)]));
    const rejected = await statementsOf(() =>
      mustFail(database().driver.transaction([keyInsert(1), ledgerInsert(1, { id: idOf(9) })])),
    );
    expect(rejected.map((text) => /^\w+/.exec(text)?.[0])).to.deep.equal([
      'with',
      'begin',
      'insert',
      'insert',
      'rollback',
    ]);
  });

  it('are the same for one row and for fifty, and for two wanted values and for fifty', async () => {
    const { driver } = database();
    const inserts = Array.from({ length: 50 }, (_, n) => sightingInsert(n));
    const one = await statementsOf(() => mustSucceed(driver.transaction([sightingInsert(99)])));
    const many = await statementsOf(() => mustSucceed(driver.transaction(inserts)));
    expect(many).to.deep.equal(one);
    const read = (count: number) => {
      const filter = anyOf(Array.from({ length: count }, (_, n) => compare('digest', '=', `d${n}`)));
      return statementsOf(() => mustSucceed(driver.page('sightings', { filter, limit: 100 })));
    };
    expect(await read(50)).to.deep.equal(await read(2));
  });

  it('are executed one by one where there are two kinds of writes to one table', async () => {
    const writes: readonly Write[] = [
      ledgerInsert(1),
      ledgerInsert(2),
      keyInsert(1),
      anUpdate('ledger', 1, { kind: 'k' }),
    ];
    const sent = await statementsOf(() => mustSucceed(database().driver.transaction(writes)));
    expect(sent.filter((text) => text.startsWith('with'))).to.deep.equal([]);
    expect((await rowsIn(database(), 'ledger')).map(({ kind }) => kind)).to.deep.equal(['k', 'event']);
  });
});
