import { postgresClient, postgresDriver } from '@portcullis/adapter-postgres';
import { compare, type Write } from '@portcullis/record-store/driver';
import { expect } from 'chai';
import { anInsert, anUpdate, idOf, ledgerInsert, sightingInsert } from '#contracts/builders/driver-rows';
import { rowIn, rowsIn } from '#contracts/drivers/driver-under-test';
import { describePostgres, usePostgres } from '../../support/postgres/postgres.ts';
import { mustFail, mustSucceed } from '../../support/run.ts';
import { connectTo } from '../../support/servers/postgres-server.ts';

const counter = { id: idOf(1), name: 'n', day: 'd', partner_key: 'acme' };
const add = (id: string): Write => ({
  kind: 'add',
  table: 'usage_counters',
  row: { ...counter, id, name: id },
  column: 'amount',
  amount: 1,
});

describePostgres('writers of the same rows of PostgreSQL', () => {
  const database = usePostgres();
  beforeEach(() => database().empty());

  for (const isolation of ['read committed', 'repeatable read', 'serializable'])
    it(`lose nothing under ${isolation}, where some of them are undone and try again`, async () => {
      const name = new URL(database().url).pathname.slice(1);
      await database().admin.query(`alter database ${name} set default_transaction_isolation = '${isolation}'`);
      const client = postgresClient({ url: database().url, maxConnections: 16, deadlineMs: 20_000 });
      const driver = postgresDriver(client);
      const writers = Array.from({ length: 64 }, (_, n) => {
        const both = n % 2 === 0 ? [idOf(1), idOf(2)] : [idOf(2), idOf(1)];
        return mustSucceed(driver.transaction([...both.map(add), ledgerInsert(n + 1, { follows: '' })]));
      });
      await Promise.all(writers);
      await database().admin.query(`alter database ${name} reset default_transaction_isolation`);
      await client.close();
      const amounts = (await rowsIn(database(), 'usage_counters')).map(({ amount }) => amount);
      expect([amounts, (await rowsIn(database(), 'ledger')).length]).to.deep.equal([[64, 64], 64]);
    });

  it('who lock each other out are all done, because one is undone and tries again', async () => {
    // PostgreSQL looks for locks that wait for each other after a second, if nothing else is said.
    const name = new URL(database().url).pathname.slice(1);
    await database().admin.query(`alter database ${name} set deadlock_timeout = '20ms'`);
    const client = postgresClient({ url: database().url, deadlineMs: 20_000 });
    const driver = postgresDriver(client);
    const inserts = [1, 2].map((n) =>
      anInsert('sighting_times', { id: idOf(n), partner_key: 'a', kind: 'k', digest: 'd' }),
    );
    await mustSucceed(driver.transaction(inserts));
    // An update beside an insert of the same table makes the writes be executed one by one, in the order that is given.
    const changes = Array.from({ length: 20 }, (_, n) => {
      const order = n % 2 === 0 ? [1, 2] : [2, 1];
      const updates = order.map((row) => anUpdate('sighting_times', row, { profile: `${n}` }));
      return mustSucceed(
        driver.transaction([...updates, anInsert('sighting_times', { id: idOf(100 + n), digest: 'd' })]),
      );
    });
    await Promise.all(changes);
    await database().admin.query(`alter database ${name} reset deadlock_timeout`);
    expect(await mustSucceed(driver.count('sighting_times', compare('digest', '=', 'd')))).to.equal(22);
    await client.close();
  });

  it('are done however often the engine undoes them, and an outage only at their deadline', async () => {
    const { admin, driver, url } = database();
    // Numbers of a sequence are not taken back: the first fifteen writes lose against nobody that is there.
    await admin.query('create sequence "undone"');
    await admin.query(
      'create function "undo"() returns trigger language plpgsql as $$ begin ' +
        `if nextval('undone') <= 15 then raise exception using errcode = '40001'; end if; return new; end $$`,
    );
    await admin.query('create trigger "undo" before insert on "sightings" execute function "undo"()');
    const hurried = postgresClient({ url, deadlineMs: 1 });
    const failure = await mustFail(postgresDriver(hurried).transaction([sightingInsert(1)]));
    await hurried.close();
    await mustSucceed(driver.transaction([sightingInsert(1)]));
    for (const what of ['trigger "undo" on "sightings"', 'function "undo"()', 'sequence "undone"'])
      await admin.query(`drop ${what}`);
    expect(failure).to.include({ _tag: 'Unavailable' });
    expect(await rowIn(database(), 'sightings', idOf(1))).to.include({ digest: 'd1' });
  });

  it('who make one row at once are told by one of its unique sets, and find it when they try again', async () => {
    const { admin, url } = database();
    // What PostgreSQL answers to the later one where both have found the id free.
    await admin.query('create sequence "raced"');
    await admin.query(
      `create function "race"() returns trigger language plpgsql as $$ begin if nextval('raced') = 1 then raise ` +
        `exception using errcode = '23505', constraint = 'usage_counters_name_partner_key_day_key'; ` +
        'end if; return new; end $$',
    );
    await admin.query('create trigger "race" before insert on "usage_counters" execute function "race"()');
    const client = postgresClient({ url });
    // Two kinds of writes to one table are executed one by one.
    const beside: Write = { kind: 'upsert', table: 'usage_counters', row: { ...counter, id: idOf(9), name: idOf(9) } };
    await mustSucceed(postgresDriver(client).transaction([add(idOf(1)), beside]));
    for (const what of ['trigger "race" on "usage_counters"', 'function "race"()', 'sequence "raced"'])
      await admin.query(`drop ${what}`);
    const other = anInsert('usage_counters', { ...counter, id: idOf(2), name: idOf(1) });
    const taken: Write = { kind: 'upsert', table: 'usage_counters', row: { ...counter, id: idOf(2), name: idOf(1) } };
    expect(await mustFail(postgresDriver(client).transaction([taken]))).to.include({ _tag: 'NotUnique', write: 0 });
    expect(await mustFail(postgresDriver(client).transaction([other]))).to.include({ _tag: 'NotUnique', write: 0 });
    await client.close();
    expect(await rowIn(database(), 'usage_counters', idOf(1))).to.include({ amount: 1 });
  });

  it('are told by what they were undone before the deadline cut them', async () => {
    const { admin, url } = database();
    await admin.query('create sequence "locked"');
    await admin.query(
      `create function "lock"() returns trigger language plpgsql as $$ begin if nextval('locked') = 1 then raise ` +
        "exception using errcode = '40P01'; end if; perform pg_advisory_xact_lock(42); return new; end $$",
    );
    await admin.query('create trigger "lock" before insert on "sightings" execute function "lock"()');
    await admin.query('select pg_advisory_lock(42)');
    const hurried = postgresClient({ url, deadlineMs: 1000 });
    const failure = await mustFail(postgresDriver(hurried).transaction([sightingInsert(1)]));
    await admin.query('select pg_advisory_unlock(42)');
    await hurried.close();
    for (const what of ['trigger "lock" on "sightings"', 'function "lock"()', 'sequence "locked"'])
      await admin.query(`drop ${what}`);
    expect(failure).to.include({ _tag: 'Unavailable', kind: 'timeout' });
    expect(JSON.stringify(failure)).to.include('PostgreSQL: ETIMEDOUT after 40P01');
  });

  it('wait for a reference that somebody deletes, and are rejected once it is gone', async () => {
    const { driver, url } = database();
    await mustSucceed(driver.transaction([ledgerInsert(1)]));
    const other = await connectTo(url);
    await other.query('begin');
    await other.query('delete from "ledger"');
    const waiting = mustFail(driver.transaction([ledgerInsert(2)]));
    const isWaiting = "select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock'";
    while ((await database().admin.query(isWaiting)).rows[0].n === 0) await new Promise((next) => setImmediate(next));
    await other.query('commit');
    await other.end();
    expect(await waiting).to.deep.equal({ _tag: 'MissingReference', write: 0, columns: ['follows'] });
  });

  it('find a server that is read-only, as after a failover, an outage that says so', async () => {
    const name = new URL(database().url).pathname.slice(1);
    await database().admin.query(`alter database ${name} set default_transaction_read_only = on`);
    const client = postgresClient({ url: database().url });
    const failure = await mustFail(postgresDriver(client).transaction([sightingInsert(1)]));
    await database().admin.query(`alter database ${name} reset default_transaction_read_only`);
    expect(failure).to.include({ _tag: 'Unavailable', kind: 'unavailable', outageCause: 'read_only' });
    // A connection that leads to such a server is not used again.
    await mustSucceed(postgresDriver(client).transaction([sightingInsert(1)]));
    await client.close();
    expect(await rowIn(database(), 'sightings', idOf(1))).to.include({ digest: 'd1' });
  });

  for (const [what, begin, end] of [
    ['is idle after a write', ['begin', 'insert into "usage_counters" ("id") values (\'x\')'], 'rollback'],
    ['has the lock of a table', ['begin', 'lock table "data_keys" in access share mode'], 'rollback'],
  ] as const)
    it(`keep the purge from saying that all is gone while one of them ${what}`, async () => {
      const { driver, url } = database();
      const other = await connectTo(url);
      for (const text of begin) await other.query(text);
      expect(await mustFail(driver.purge(false, 1))).to.include({ _tag: 'Unavailable' });
      await other.query(end);
      await other.end();
      await mustSucceed(driver.purge(false, 1));
    });
});
