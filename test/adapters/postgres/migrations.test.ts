import { migrate, type PostgresClient, postgresClient, postgresDriver } from '@portcullis/adapter-postgres';
import { acme, aNew } from '@portcullis/contracts/builders';
import { anotherBuild } from '@portcullis/record-store/driver';
import { expect } from 'chai';
import { checkRights, checkSchema, readSchema } from '#adapters/postgres/schema/check-schema';
import { isFullEffort, someOf } from '../../support/effort.ts';
import { type CuttingProxy, startCuttingProxy } from '../../support/postgres/cutting-proxy.ts';
import { describePostgres, everyVersion, newDatabase } from '../../support/postgres/postgres.ts';
import { storesOn } from '../../support/records/stores-over.ts';
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

  const open = async (programs?: Parameters<typeof newDatabase>[0]): Promise<Opened> => {
    const { url, drop } = await newDatabase(programs);
    const client = postgresClient({ url });
    endings.push(drop, client.close);
    return { url, client };
  };

  const faultsOf = ({ client }: Opened) => mustSucceed(checkSchema(client, { waitMs: 0 }));

  it('make the schema of this release, once', async () => {
    const opened = await open();
    const remedy = 'Run npx portcullis migrate.';
    const what = 'The database is empty: it was never migrated.';
    expect(await faultsOf(opened)).to.deep.equal([{ what, remedy, isMissingCollection: true }]);
    expect(await mustSucceed(migrate(opened.client))).to.equal(true);
    expect(await mustSucceed(migrate(opened.client))).to.equal(false);
    expect(await faultsOf(opened)).to.deep.equal([]);
  });

  it('are executed by one of three who begin at once', async () => {
    const opened = await open();
    const clients = [1, 2].map(() => postgresClient({ url: opened.url }));
    const done = await Promise.all([opened.client, ...clients].map((client) => mustSucceed(migrate(client))));
    for (const client of clients) await client.close();
    expect(done.toSorted()).to.deep.equal([false, false, true]);
    expect(await faultsOf(opened)).to.deep.equal([]);
  });

  it('make the same schema when they are cut off at every statement and begun again', async () => {
    const whole = await open();
    await mustSucceed(migrate(whole.client));
    const cut = await open();
    const { port, pathname } = new URL(cut.url);
    const proxy: CuttingProxy = await startCuttingProxy(Number(port));
    endings.push(proxy.close);
    // The statement of this place is executed, and its answer is lost.
    const step = isFullEffort ? 1 : 30;
    let runs = 0;
    for (let isDone = false; !isDone; runs += 1) {
      let sent = 0;
      proxy.cutAnswerOf(
        (request) => /begin|create |insert |commit/.test(request.toString('latin1')) && sent++ === runs * step,
      );
      const client = postgresClient({ url: `postgres://postgres@127.0.0.1:${proxy.port}${pathname}` });
      const result = await migrate(client)();
      await client.close();
      isDone = result._tag === 'Right';
    }
    expect(runs).to.be.above(80 / step);
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
    const newer = "insert into schema_migrations values ('9999-newer', 'd', 1)";
    expect(await differ(newer)).to.equal(`${anotherBuild.what} ${anotherBuild.remedy}`);
    await admin.query("delete from schema_migrations where id like '9999%'");
    const changed = "update schema_migrations set digest = 'other' where id = '0001-schema'";
    expect(await differ(changed)).to.equal(`${anotherBuild.what} ${anotherBuild.remedy}`);
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

  it('leave a schema whose tables the account must own, itself or as a member of a role', async () => {
    const opened = await open();
    await mustSucceed(migrate(opened.client));
    const admin = await connectTo(opened.url);
    endings.push(() => admin.end());
    const [owner, account] = ['owner', 'account'].map((name) => `${name}_${process.pid}`);
    const asAccount = opened.url.replace('postgres@', `${account}@`);
    await admin.query(`create role "${owner}"`);
    await admin.query(`create role "${account}" login`);
    await admin.query(`grant select, insert, update, delete on all tables in schema public to "${account}"`);
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

  for (const [name, programs] of someOf(everyVersion(), 1))
    it(`let a role beside the owner read, write and clear rows, and nothing else, from version 17 on: ${name}`, async () => {
      const opened = await open(programs);
      const role = `service_${process.pid}`;
      expect((await mustFail(migrate(opened.client, role))).cause).to.equal(
        `There is no role ${role}: create it first.`,
      );
      const admin = await connectTo(opened.url);
      const { rows } = await admin.query('show server_version_num');
      await admin.query(`create role "${role}" login`);
      endings.push(
        () => admin.end(),
        async () => void (await admin.query(`drop role "${role}"`)),
        async () => void (await admin.query(`drop owned by "${role}"`)),
      );
      if (Number(rows[0].server_version_num) < 170_000) {
        expect((await mustFail(migrate(opened.client, role))).cause).to.match(
          /^A role beside the owner needs PostgreSQL 17/,
        );
        return;
      }
      expect(await mustSucceed(migrate(opened.client, role))).to.equal(true);
      expect(await mustSucceed(migrate(opened.client, role))).to.equal(false);
      const url = opened.url.replace('postgres@', `${role}@`);
      const client = postgresClient({ url });
      const driver = postgresDriver(client);
      endings.push(client.close);
      expect(await faultsOf({ url, client })).to.deep.equal([]);
      const whats = async (one: PostgresClient) => (await mustSucceed(checkRights(one))).map(({ what }) => what);
      expect(await whats(opened.client)).to.deep.equal(['The account is a superuser of PostgreSQL.']);
      expect(await whats(client)).to.deep.equal([]);
      const added = aNew();
      await mustSucceed(storesOn(driver).profiles.insert(added, null));
      expect(await mustSucceed(storesOn(driver).profiles.get(acme, added.profile.id))).to.deep.equal(added.profile);
      await mustSucceed(driver.purge(true));
      await admin.query(`set role "${role}"`);
      for (const statement of [
        'create table "more" ("id" text)',
        'alter table "profiles" add column "more" text',
        'drop table "ledger"',
        'truncate "ledger"',
        "insert into \"schema_migrations\" values ('0002', 'd', 1)",
      ])
        expect((await admin.query(statement).catch((error) => error)).code, statement).to.equal('42501');
      await admin.query('reset role');
      await admin.query(`alter table "profiles" owner to "${role}"`);
      expect(await whats(client)).to.deep.equal(['The account owns its tables, and may change and drop them.']);
      await admin.query(`alter table "profiles" owner to "postgres"`);
    });

  it('leave a schema of which an account without its rights is told so, and not that it is empty or lacks a table', async () => {
    const opened = await open();
    await mustSucceed(migrate(opened.client));
    const admin = await connectTo(opened.url);
    const role = `ungranted_${process.pid}`;
    await admin.query(`create role "${role}" login`);
    endings.push(
      () => admin.end(),
      async () => void (await admin.query(`drop role "${role}"`)),
      async () => void (await admin.query(`drop owned by "${role}"`)),
    );
    const client = postgresClient({ url: opened.url.replace('postgres@', `${role}@`) });
    endings.push(client.close);
    const remedy = 'Let the owner run npx portcullis migrate --grant-to with the name of the account.';
    const told = async () => {
      const [fault, ...others] = await mustSucceed(checkSchema(client, { waitMs: 0 }));
      expect([others, fault?.remedy, fault?.isMissingCollection]).to.deep.equal([[], remedy, undefined]);
      return fault?.what;
    };
    expect(await told()).to.match(/^The account may not read and write access_log, clients, .*, schema_migrations, /);
    await admin.query(`grant select, insert, update, delete on all tables in schema public to "${role}"`);
    await admin.query(`revoke all on "review_claims" from "${role}"`);
    expect(await told()).to.equal('The account may not read and write review_claims.');
    await admin.query('revoke usage on schema public from public');
    expect(await told()).to.match(/^The account may use no schema: /);
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
