import { checkSchema, migrate, type PostgresClient, postgresClient, readSchema } from '@portcullis/adapter-postgres';
import { anotherBuild } from '@portcullis/record-store/driver';
import { expect } from 'chai';
import { isFullEffort } from '../../support/effort.ts';
import { type CuttingProxy, startCuttingProxy } from '../../support/postgres/cutting-proxy.ts';
import { holdMigrationLease } from '../../support/postgres/held-migration.ts';
import { describePostgres, newDatabase } from '../../support/postgres/postgres.ts';
import { mustFail, mustSucceed } from '../../support/run.ts';
import { connectTo } from '../../support/servers/postgres-server.ts';

type Opened = { readonly url: string; readonly client: PostgresClient };

/** The schema and the record of its migrations. */
const schemaOf = async ({ client, url }: Opened) => {
  const { columns, indexes } = await mustSucceed(readSchema(client));
  const admin = await connectTo(url);
  const { rows } = await admin.query('select id, digest from schema_migrations order by id');
  await admin.end();
  return { columns: [...columns], indexes: [...indexes], recorded: rows };
};

describePostgres('migrations of PostgreSQL', () => {
  const endings: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const end of endings.splice(0).reverse()) await end();
  });

  const open = async (): Promise<Opened> => {
    const { url, drop } = await newDatabase();
    const client = postgresClient({ url });
    endings.push(drop, client.close);
    return { url, client };
  };

  const faultsOf = ({ client }: Opened) => mustSucceed(checkSchema(client, { waitMs: 0 }));

  it('make the schema of this release, once', async () => {
    const opened = await open();
    const before = await faultsOf(opened);
    expect(before[0]).to.deep.include({ what: 'The database was never migrated.', isMissingCollection: true });
    expect(await mustSucceed(migrate(opened.client))).to.have.length.above(80);
    expect(await mustSucceed(migrate(opened.client))).to.deep.equal([]);
    expect(await faultsOf(opened)).to.deep.equal([]);
  });

  it('are executed by one of three who begin at once', async () => {
    const opened = await open();
    const clients = [1, 2].map(() => postgresClient({ url: opened.url }));
    const done = await Promise.all([opened.client, ...clients].map((client) => mustSucceed(migrate(client))));
    for (const client of clients) await client.close();
    const counts = done.map(({ length }) => length).toSorted((a, b) => a - b);
    expect([counts[0], counts[1], (counts[2] ?? 0) > 80]).to.deep.equal([0, 0, true]);
    expect(await faultsOf(opened)).to.deep.equal([]);
  });

  it('say once that they wait for another one, and nothing where nobody else migrates', async () => {
    const opened = await open();
    const waits: number[] = [];
    const keep = (waitMs: number) => void waits.push(waitMs);
    await mustSucceed(migrate(opened.client, { onWait: keep }));
    expect(waits).to.deep.equal([]);
    const giveBack = await holdMigrationLease(opened.url);
    const failure = await mustFail(migrate(opened.client, { onWait: keep, waitMs: 300 }));
    expect([failure.cause, ...waits]).to.deep.equal(['Somebody else migrates for too long.', 300]);
    const given: Promise<void>[] = [];
    expect(await mustSucceed(migrate(opened.client, { onWait: () => given.push(giveBack()) }))).to.deep.equal([]);
    expect(given).to.have.length(1);
    await Promise.all(given);
  });

  it('make the same schema when they are cut off at every statement and begun again', async () => {
    const whole = await open();
    await mustSucceed(migrate(whole.client));
    const cut = await open();
    const { port, pathname } = new URL(cut.url);
    const proxy: CuttingProxy = await startCuttingProxy(Number(port));
    endings.push(proxy.close);
    const admin = await connectTo(cut.url);
    endings.push(() => admin.end());
    // The last of so many statements of each run is executed, its answer is lost, and it is not recorded.
    const done = isFullEffort ? 2 : 4;
    let runs = 0;
    for (let isDone = false; !isDone; runs += 1) {
      let steps = 0;
      proxy.cutAnswerOf((request) => steps === done && /create |alter /.test(request.toString('latin1')));
      const client = postgresClient({ url: `postgres://postgres@127.0.0.1:${proxy.port}${pathname}` });
      const step = () => {
        steps += 1;
      };
      const result = await migrate(client, { onStep: step })();
      await client.close();
      isDone = result._tag === 'Right';
      // The lease of one that has died is over after a while.
      await admin.query('update schema_lease set held_until = 0');
    }
    expect(runs).to.be.above(40 / (done - 1));
    expect(await schemaOf(cut)).to.deep.equal(await schemaOf(whole));
  });

  it('are refused by a database whose migrations are others, or newer', async () => {
    const opened = await open();
    await mustSucceed(migrate(opened.client));
    const admin = await connectTo(opened.url);
    const differ = async (statement: string): Promise<string> => {
      await admin.query(statement);
      expect(await faultsOf(opened)).to.deep.equal([anotherBuild]);
      return String((await mustFail(migrate(opened.client))).cause);
    };
    const newer = "insert into schema_migrations values ('9999-newer/001', 'd', 1)";
    expect(await differ(newer)).to.equal(
      'The database has the migration 9999-newer/001, which this version does not know.',
    );
    await admin.query("delete from schema_migrations where id like '9999%'");
    const changed = "update schema_migrations set digest = 'other' where id = '0001-schema/001'";
    expect(await differ(changed)).to.equal(
      'The migration 0001-schema/001 of the database is not the one of this version.',
    );
    await admin.end();
  });

  it('leave a database that is refused where its records have another format', async () => {
    const opened = await open();
    await mustSucceed(migrate(opened.client));
    const admin = await connectTo(opened.url);
    await admin.query('insert into "installation" ("id", "installation") values (\'installation001\', \'x\')');
    await admin.end();
    expect(await faultsOf(opened)).to.deep.equal([anotherBuild]);
  });

  it('end where another version has recorded a statement of the same id meanwhile', async () => {
    const opened = await open();
    const admin = await connectTo(opened.url);
    endings.push(() => admin.end());
    // One that lost its lease to this one, and goes on all the same: it has executed another second statement.
    await admin.query('create table "schema_migrations" ("id" text primary key, "digest" text, "applied_at" bigint)');
    await admin.query(
      'create function "theirs"() returns trigger language plpgsql as $$ begin ' +
        `insert into "schema_migrations" values ('0001-schema/002', 'other', 1); return new; end $$`,
    );
    await admin.query(
      'create trigger "theirs" after insert on "schema_migrations" for each row ' +
        `when (new."id" = '0001-schema/001') execute function "theirs"()`,
    );
    const failure = await mustFail(migrate(opened.client));
    expect(failure).to.include({
      outageCause: 'schema_differs',
      cause: 'The migration 0001-schema/002 of the database is not the one of this version.',
    });
  });

  it('leave a schema whose tables the account must own, itself or as a member of a role', async () => {
    const opened = await open();
    await mustSucceed(migrate(opened.client));
    const admin = await connectTo(opened.url);
    endings.push(() => admin.end());
    const [owner, account] = ['owner', 'account'].map((name) => `${name}_${process.pid}`);
    const asAccount = opened.url.replace('postgres@', `${account}@`);
    await admin.query(`create role "${owner}"`);
    await admin.query(`create role "${account}" login`);
    await admin.query(`grant all on all tables in schema public to "${account}"`);
    await admin.query(`alter table "data_keys" owner to "${owner}"`);
    const client = postgresClient({ url: asAccount });
    const whats = async () => (await mustSucceed(checkSchema(client, { waitMs: 0 }))).map(({ what }) => what);
    const before = await whats();
    await admin.query(`grant "${owner}" to "${account}"`);
    const after = await whats();
    await client.close();
    for (const name of [account, owner]) {
      await admin.query(`drop owned by "${name}"`);
      await admin.query(`drop role "${name}"`);
    }
    expect(before).to.have.length(1);
    expect(before[0]).to.match(
      /^The account does not own access_log, clients, data_keys, .*: what is erased there cannot/,
    );
    expect(after[0])
      .to.match(/^The account does not own access_log, .*/)
      .and.to.not.include('data_keys');
  });

  it('leave a schema in which a column or a unique index that is missing is named', async () => {
    const opened = await open();
    await mustSucceed(migrate(opened.client));
    const admin = await connectTo(opened.url);
    await admin.query('alter table "ledger" drop column "event"');
    await admin.query('drop index "policies_position_key"');
    await admin.query('alter table "profiles" alter column "version" type integer');
    await admin.end();
    expect((await faultsOf(opened)).map(({ what }) => what)).to.deep.equal([
      'The column profiles.version is integer NO instead of bigint NO.',
      'The column ledger.event is missing.',
      'The table policies lacks the unique index policies_position_key.',
    ]);
  });
});
