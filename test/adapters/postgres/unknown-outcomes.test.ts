import { setImmediate as nextTurn } from 'node:timers/promises';
import { sequentialIds } from '@portcullis/adapter-memory/testing';
import { type PostgresClient, postgresClient, postgresDriver } from '@portcullis/adapter-postgres';
import { aChangeOf } from '@portcullis/contracts/builders';
import { createRecordStore } from '@portcullis/record-store';
import { allOf, type RecordDriver } from '@portcullis/record-store/driver';
import { expect } from 'chai';
import { aBlob, anUpdate, fileRow, idOf, ledgerInsert } from '#contracts/builders/driver-rows';
import { aKeyring } from '../../support/builders/keyrings.ts';
import { runs } from '../../support/effort.ts';
import { type CuttingProxy, startCuttingProxy } from '../../support/postgres/cutting-proxy.ts';
import { describePostgres, usePostgres } from '../../support/postgres/postgres.ts';
import { aPerson } from '../../support/records/stored-records.ts';
import { mustFail, mustSucceed } from '../../support/run.ts';

const writes = runs(1000, 100);

type Session = Parameters<Parameters<PostgresClient['write']>[0]>[0];

describePostgres('a write to PostgreSQL whose answer is lost', () => {
  const database = usePostgres();
  let proxy: CuttingProxy;
  let driver: RecordDriver;
  let close: () => Promise<void>;

  beforeEach(async () => {
    await database().empty();
    const { port, username, pathname } = new URL(database().url);
    proxy = await startCuttingProxy(Number(port));
    const client = postgresClient({
      url: `postgres://${username}@127.0.0.1:${proxy.port}${pathname}`,
      maxConnections: 4,
    });
    driver = postgresDriver(client);
    close = client.close;
  });

  afterEach(async () => {
    await close();
    await proxy.close();
  });

  /** Cuts each connection that sends this, every so many times that it is sent. */
  const cutEvery = (count: number, sentence: string) => {
    let seen = 0;
    proxy.cutAnswerOf((request) => {
      if (request.includes(sentence)) seen += 1;
      return request.includes(sentence) && seen % count === 0;
    });
  };

  it(`is neither doubled nor lost, of ${writes} entries of which every third is cut off after its commit`, async () => {
    cutEvery(3, 'profile-of-cuts');
    for (let seq = 1; seq <= writes; seq += 1)
      await mustSucceed(driver.transaction([ledgerInsert(seq, { profile: 'profile-of-cuts' })]));
    expect(proxy.cuts()).to.be.at.least(writes / 3);
    const entries = await mustSucceed(database().driver.page('ledger', { sort: ['seq'], limit: writes + 1 }));
    expect(entries.map(({ id }) => id)).to.deep.equal(Array.from({ length: writes }, (_, n) => idOf(n + 1)));
  });

  it('is the change of a profile, which is reported as done', async () => {
    const stores = createRecordStore(driver, aKeyring('a'), sequentialIds());
    const added = aPerson();
    await mustSucceed(stores.profiles.insert(added, null));
    let { profile } = added;
    proxy.cutAnswerOf((request) => request.includes(profile.id) && request.includes('current_key'));
    for (let change = 0; change < 20; change += 1) {
      const next = aChangeOf(profile, { status: change % 2 === 0 ? 'in_progress' : 'requires_input' });
      await mustSucceed(stores.profiles.commit(next));
      profile = next.profile;
    }
    proxy.cutAnswerOf(null);
    expect(await mustSucceed(stores.profiles.getAny(profile.id))).to.deep.equal(profile);
  });

  it('is a file, whose bytes are kept once', async () => {
    cutEvery(1, 'commit');
    const stored = await mustSucceed(driver.putBlob(fileRow(1), aBlob('first')));
    expect(proxy.cuts()).to.be.at.least(1);
    proxy.cutAnswerOf(null);
    const content = { id: idOf(1), content: String(stored['content']) };
    expect(Buffer.from((await mustSucceed(driver.getBlob(content))) ?? []).toString()).to.equal('first');
  });

  it('is an outage where no row tells whether it was made, and is not sent again', async () => {
    await mustSucceed(driver.transaction([ledgerInsert(1)]));
    proxy.cutAnswerOf((request) => request.includes('row000000000001'));
    const update = driver.transaction([anUpdate('ledger', 1, { kind: 'changed' })]);
    expect(await mustFail(update)).to.include({
      _tag: 'Unavailable',
      kind: 'unavailable',
      outageCause: 'connection_reset',
    });
    expect(proxy.cuts()).to.equal(1);
  });

  it('is a read, which is asked again over another connection', async () => {
    let isCut = false;
    proxy.cutAnswerOf((request) => {
      const isFirst = !isCut && request.includes('sightings');
      isCut ||= isFirst;
      return isFirst;
    });
    expect(await mustSucceed(driver.count('sightings', allOf([])))).to.equal(0);
    expect([isCut, proxy.cuts()]).to.deep.equal([true, 1]);
  });

  it('leaves a session behind that the server has ended for being idle within a transaction', async () => {
    // The server ends a session that is idle for twice as long.
    const client = postgresClient({ url: database().url, fileDeadlineMs: 50, maxConnections: 1 });
    const run = (text: string) => (session: Session) => session.run({ text, values: [] });
    const idle = async (session: Session): Promise<unknown> => {
      const [[pid] = []] = (await run('select pg_backend_pid()')(session)).rows;
      await session.begin();
      const isThere = async (): Promise<boolean> =>
        (await database().admin.query('select 1 from pg_stat_activity where pid = $1', [pid])).rows.length > 0;
      while (await isThere()) await nextTurn();
      return run('select 1')(session);
    };
    const remaining = client.remaining({ deadlineMs: 30_000 });
    const outcome = await client.write(idle, remaining).then(
      () => 'answered',
      () => 'rejected',
    );
    const after = await mustSucceed(client.read(run('select 2')));
    await client.close();
    expect([outcome, after.rows]).to.deep.equal(['rejected', [[2]]]);
  });
});
