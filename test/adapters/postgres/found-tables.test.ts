import { foundTables, postgresClient } from '@portcullis/adapter-postgres';
import { expect } from 'chai';
import { describePostgres, usePostgres } from '../../support/postgres/postgres.ts';
import { mustSucceed } from '../../support/run.ts';

describePostgres('the tables that a database has before it is migrated', () => {
  const database = usePostgres();

  it('are those of other accounts, too, which this one may not read', async () => {
    const { admin, url } = database();
    const account = `visitor_${process.pid}`;
    await admin.query(`create role "${account}" login`);
    await admin.query('create table "customers" ("id" integer)');
    const client = postgresClient({ url: url.replace('postgres@', `${account}@`) });
    const { has, others } = await mustSucceed(foundTables(client));
    await client.close();
    await admin.query('drop table "customers"');
    await admin.query(`drop role "${account}"`);
    expect(others).to.deep.equal(['customers']);
    expect(has('profiles')).to.equal(true);
  });
});
