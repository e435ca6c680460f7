import { randomIds } from '@portcullis/adapter-memory';
import { migrate, openPostgresStore, postgresClient, postgresDriver } from '@portcullis/adapter-postgres';
import { databaseOutage } from '@portcullis/app';
import type { Unavailable } from '@portcullis/domain';
import { expect } from 'chai';
import { aKeyring } from '../support/builders/keyrings.ts';
import { isFullEffort } from '../support/effort.ts';
import { hasPgbouncer, keepsPrepared, startPgbouncer } from '../support/postgres/pgbouncer.ts';
import { describePostgres, newDatabase, usePostgres } from '../support/postgres/postgres.ts';
import { postgresDatabase } from '../support/postgres/record-database.ts';
import { mustFail, mustSucceed } from '../support/run.ts';
import { driverAndSomeStoresContracts, driverContractsAlone } from './record-store.contract.ts';

const tenant = { partnerId: 'acme', teamId: null };
const ids = randomIds((bytes) => crypto.getRandomValues(bytes));

type Pooled = Awaited<ReturnType<typeof startPgbouncer>>;

const modes: readonly (readonly [string, Readonly<Record<string, string | number>>])[] = [
  ['session', { pool_mode: 'session' }],
  ['transaction', { pool_mode: 'transaction', ...(keepsPrepared && { max_prepared_statements: 0 }) }],
  ...(keepsPrepared ? [['transaction', { pool_mode: 'transaction', max_prepared_statements: 200 }] as const] : []),
];

const describePooled = (name: string, suite: () => void): void =>
  describePostgres(name, () => {
    if (hasPgbouncer) suite();
    else it('is left out, because no PgBouncer was found here (apt-get install pgbouncer)');
  });

for (const [mode, settings] of modes)
  describePooled(`a PgBouncer in ${mode} mode (${JSON.stringify(settings)})`, () => {
    const database = usePostgres();
    let pooler: Pooled;
    let client: ReturnType<typeof postgresClient>;
    before(async () => {
      // Fewer servers than connections: a session that is given to another server in between is found.
      pooler = await startPgbouncer(database().url, { ...settings, default_pool_size: mode === 'session' ? 20 : 3 });
      client = postgresClient({ url: pooler.url });
    });
    after(async () => {
      await client.close();
      await pooler.stop();
    });

    const open = async () => {
      await database().empty();
      return postgresDatabase({ ...database(), client, driver: postgresDriver(client) });
    };
    // The stores send what the contracts of a driver send, one transaction a call.
    const name = `PostgreSQL behind a pooler in ${mode} mode`;
    if (isFullEffort) driverAndSomeStoresContracts(name, open, 'the other stores');
    else driverContractsAlone(name, open);

    it('takes a migration, the look at the installation, and more calls at once than it has servers', async () => {
      const { url, drop } = await newDatabase();
      const address = new URL(pooler.url);
      address.pathname = new URL(url).pathname;
      const store = openPostgresStore({ url: address.href, keyring: aKeyring('a'), ids });
      await mustSucceed(store.schema.migrate);
      await mustSucceed(store.installation.look);
      expect(await mustSucceed(store.schema.check({ waitMs: 0 }))).to.deep.equal([]);
      const reads = Array.from({ length: 60 }, () => mustSucceed(store.profiles.findCurrent(tenant, 'nobody')));
      expect(new Set(await Promise.all(reads))).to.deep.equal(new Set([null]));
      await store.close();
      await drop();
    });

    it('takes the start of a service after the migration of another process, whose statements the servers have', async () => {
      const { url, drop } = await newDatabase();
      const address = new URL(pooler.url);
      address.pathname = new URL(url).pathname;
      for (const step of ['migration', 'start']) {
        const store = openPostgresStore({ url: `${address.href}?connections=1`, keyring: aKeyring('a'), ids });
        if (step === 'migration') await mustSucceed(store.schema.migrate);
        else expect(await mustSucceed(store.schema.check({ waitMs: 0 }))).to.deep.equal([]);
        await store.close();
      }
      await drop();
    });
  });

describePooled('a PgBouncer that is set too tight', () => {
  const database = usePostgres();

  const outageWith = async (settings: Readonly<Record<string, string | number>>): Promise<Unavailable> => {
    const pooler = await startPgbouncer(database().url, settings);
    const client = postgresClient({ url: pooler.url });
    const outage = await mustFail(migrate(client));
    await client.close();
    await pooler.stop();
    return outage;
  };

  it('is refused at the start, where it ends each transaction after one statement', async () => {
    const pooler = await startPgbouncer(database().url, { pool_mode: 'statement' });
    const store = openPostgresStore({ url: pooler.url, keyring: aKeyring('a'), ids });
    const checked = await store.schema.check({ waitMs: 0 })();
    await store.close();
    await pooler.stop();
    const refused = await mustFail(async () => checked);
    expect([refused.kind, databaseOutage(refused, 'postgres')]).to.deep.equal([
      'rejected',
      {
        found: 'a pooler ends each transaction after one statement.',
        remedy: 'Set pool_mode of the pooler to session or transaction.',
      },
    ]);
  });

  it('tells of a database that its PostgreSQL does not have', async () => {
    const pooler = await startPgbouncer(database().url, {});
    const address = new URL(pooler.url);
    address.pathname = '/no_such_database';
    const client = postgresClient({ url: address.href });
    // It keeps those that come within 15 seconds after without an answer.
    const outage = await mustFail(migrate(client));
    await client.close();
    await pooler.stop();
    expect(databaseOutage(outage, 'postgres').found).to.equal('there is no database of the name in DATABASE_URL.');
  });

  it('is told by what it lacks', async () => {
    const statements = await outageWith({ pool_mode: 'statement' });
    expect(databaseOutage(statements, 'postgres').found).to.equal(
      'a pooler ends each transaction after one statement.',
    );
    const connections = await outageWith({ max_client_conn: 0 });
    expect([connections.outageCause, connections.kind]).to.deep.equal(['connections_exhausted', 'quota']);
  });
});
