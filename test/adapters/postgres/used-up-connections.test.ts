import { setTimeout as pause } from 'node:timers/promises';
import { randomIds } from '@portcullis/adapter-memory';
import { openPostgresStore, type PostgresRecordStore } from '@portcullis/adapter-postgres';
import { E, type Either, type Unavailable } from '@portcullis/domain';
import { expect } from 'chai';
import { aKeyring } from '../../support/builders/keyrings.ts';
import { describePostgres, newDatabase, usePostgres } from '../../support/postgres/postgres.ts';
import { mustFail, mustSucceed } from '../../support/run.ts';
import { connectTo } from '../../support/servers/postgres-server.ts';

const ids = randomIds((bytes) => crypto.getRandomValues(bytes));
const tenant = { partnerId: 'acme', teamId: null };
const free = { generation: 0, holder: '', heldUntil: '' };
const role = 'portcullis_sized';

describePostgres('an instance whose PostgreSQL gives no more connections than it is sized for', () => {
  const server = usePostgres();
  const endings: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const end of endings.splice(0).reverse()) await end();
  });

  /** The address of a database with its schema, for an account that may have so many connections. */
  const limitedTo = async (limit: number): Promise<string> => {
    const { url, drop } = await newDatabase();
    const store = openPostgresStore({ url, keyring: aKeyring('a'), ids });
    await mustSucceed(store.schema.migrate);
    await mustSucceed(store.installation.look);
    await store.close();
    await server().admin.query(`create role ${role} login connection limit ${limit} in role postgres`);
    endings.push(async () => server().admin.query(`drop role ${role}`), drop);
    return Object.assign(new URL(url), { username: role }).href;
  };

  const instanceAt = (url: string): PostgresRecordStore => {
    const store = openPostgresStore({ url, keyring: aKeyring('a'), ids });
    endings.push(store.close);
    return store;
  };

  /** Reads and writes at once, with the look at the installation among them. Answers why each failed that did. */
  const load = async (store: PostgresRecordStore, calls: number): Promise<readonly unknown[]> => {
    const call = (n: number): Promise<Either<unknown, unknown>> => {
      if (n % 5 === 0) return store.installation.look();
      if (n % 2 === 0) return store.profiles.findCurrent(tenant, 'nobody')();
      return store.workLeases.replace('sweep', free, {
        generation: 1,
        holder: 'me',
        heldUntil: '2026-01-01T00:00:00.000Z',
      })();
    };
    const answers = await Promise.all(Array.from({ length: calls }, (_, n) => call(n)));
    return answers.flatMap((answer) => (E.isLeft(answer) ? [answer.left] : []));
  };

  const heldBy = async (name: string): Promise<number> => {
    const { rows } = await server().admin.query('select count(*)::int from pg_stat_activity where usename = $1', [
      name,
    ]);
    return rows[0].count;
  };

  for (const [instances, limit, connections] of [
    [1, 10, 10],
    [2, 20, 10],
    [1, 1, 1],
    [1, 3, 10],
  ] as const)
    it(`answers everything: ${instances} of ${connections} connections where ${limit} are allowed`, async () => {
      const url = await limitedTo(limit);
      const stores = Array.from({ length: instances }, () => instanceAt(`${url}?connections=${connections}`));
      const failed = await Promise.all(stores.map((store) => load(store, 300)));
      expect(failed).to.deep.equal(stores.map(() => []));
      expect(await heldBy(role)).to.be.at.most(limit);
      expect(await Promise.all(stores.map((store) => load(store, 50)))).to.deep.equal(stores.map(() => []));
    });

  it('says that they are used up where it gets none, and goes on by itself when one is free', async () => {
    const url = await limitedTo(1);
    const other = await connectTo(url);
    const store = instanceAt(url);
    const used: Unavailable = await mustFail(store.profiles.findCurrent(tenant, 'nobody'));
    expect(used).to.include({ outageCause: 'connections_exhausted', cause: 'PostgreSQL: 53300' });
    await other.end();
    // A server frees the place of a connection a moment after that has ended.
    while (E.isLeft(await store.profiles.findCurrent(tenant, 'nobody')())) await pause(20);
    expect(await load(store, 20)).to.deep.equal([]);
  });
});
