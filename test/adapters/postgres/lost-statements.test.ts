import { migrate, type PostgresClient, postgresClient, postgresDriver } from '@portcullis/adapter-postgres';
import { expect } from 'chai';
import { checkSchema } from '#adapters/postgres/schema/check-schema';
import { aBlob, aDeletion, idOf, profileInsert, profileOf } from '#contracts/builders/driver-rows';
import { describePostgres, usePostgres } from '../../support/postgres/postgres.ts';
import { mustSucceed } from '../../support/run.ts';

/** Calls of each kind: reads, statements that write, and transactions of several. */
const calls: Readonly<Record<string, (client: PostgresClient, n: number) => Promise<unknown>>> = {
  'a read': (client) => mustSucceed(postgresDriver(client).get('profiles', idOf(1))),
  'a write': (client, n) => mustSucceed(postgresDriver(client).transaction([profileInsert(n)])),
  'writes in their order': (client, n) =>
    mustSucceed(postgresDriver(client).transaction([profileInsert(n), aDeletion('profiles', n), profileInsert(n)])),
  'writing a file': (client, n) =>
    mustSucceed(postgresDriver(client).putBlob({ id: idOf(n), profile: profileOf(1) }, aBlob('bytes'))),
  'removing files': (client) => mustSucceed(postgresDriver(client).removeBlobs(profileOf(1), [])),
  'clearing what was erased': (client) => mustSucceed(postgresDriver(client).purge(false)),
  'a migration': (client) => mustSucceed(migrate(client)),
  'the look at the schema': (client) => mustSucceed(checkSchema(client, { waitMs: 0 })),
};

const send = (client: PostgresClient, text: string) =>
  mustSucceed(client.read((session) => session.run({ text, values: [] })));

/**
 * A pooler gives the sessions of a client to other servers, which miss what the client has prepared, or have what
 * another client of the same build has prepared.
 */
describePostgres('a prepared statement that is missing or there already', () => {
  const database = usePostgres();
  beforeEach(() => database().empty());

  /** Does some work with a client that has one connection. */
  const withClient = async (work: (client: PostgresClient) => Promise<void>): Promise<void> => {
    const client = postgresClient({ url: `${database().url}?connections=1` });
    await work(client);
    await client.close();
  };

  for (const [name, call] of Object.entries(calls))
    it(`is no failure of ${name}, whichever of its statements it is`, async () => {
      const names: string[] = [];
      await withClient(async (client) => {
        await call(client, 1);
        const { rows } = await send(client, 'select "name" from "pg_prepared_statements"');
        names.push(...rows.map(([one]) => String(one)));
      });
      expect(names).to.not.deep.equal([]);
      for (const [position, one] of names.entries()) {
        const n = 10 * position + 2;
        await withClient(async (client) => {
          await call(client, n);
          await send(client, `deallocate "${one}"`);
          await call(client, n + 1);
        });
        await withClient(async (client) => {
          await send(client, `prepare "${one}" as select 1`);
          await call(client, n + 2);
        });
      }
    });
});
