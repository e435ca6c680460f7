import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { postgresClient } from '@portcullis/adapter-postgres';
import { databaseOutage } from '@portcullis/app';
import { startPostgres } from '@portcullis/cli';
import type { Unavailable } from '@portcullis/domain';
import { expect } from 'chai';
import { describePostgres, newDatabase, usePostgres } from '../../support/postgres/postgres.ts';
import { mustFail, mustSucceed } from '../../support/run.ts';
import { connectTo, postgresPrograms } from '../../support/servers/postgres-server.ts';

/** The sentence that an operator reads. */
const told = (failure: Unavailable): string => {
  const { found, remedy } = databaseOutage(failure, 'postgres');
  return `${found} ${remedy}`;
};

/** One code or more of every class of PostgreSQL's table, and the word for it. */
const words: Readonly<Record<string, string>> = {
  '03000': 'unexpected',
  '0A000': 'unexpected',
  '0B000': 'unexpected',
  '22P02': 'unexpected',
  '23502': 'unexpected',
  '23514': 'unexpected',
  '24000': 'unexpected',
  '25001': 'unexpected',
  '25006': 'read_only',
  '25P02': 'unexpected',
  '28000': 'login_refused',
  '2D000': 'unexpected',
  '34000': 'unexpected',
  '38000': 'unexpected',
  '3D000': 'login_refused',
  '3F000': 'missing_collection',
  '42501': 'permission_denied',
  '42601': 'unexpected',
  '42703': 'schema_differs',
  '42883': 'schema_differs',
  '42P01': 'missing_collection',
  '42P10': 'schema_differs',
  '44000': 'unexpected',
  '53100': 'disk_full',
  '53200': 'server_error',
  '53300': 'connections_exhausted',
  '54001': 'unexpected',
  '55000': 'unexpected',
  '55P03': 'timeout',
  '57014': 'timeout',
  '57P03': 'connection_refused',
  '58030': 'server_error',
  '58P01': 'server_error',
  '72000': 'unexpected',
  F0000: 'server_error',
  HV000: 'unexpected',
  P0001: 'unexpected',
  XX000: 'server_error',
  XX001: 'server_error',
  ZZ123: 'unexpected',
};

describePostgres('a code of PostgreSQL', () => {
  const database = usePostgres();

  const failWith = (code: string): Promise<Unavailable> =>
    mustFail(
      database().client.read((session) =>
        session.run({ text: `do $$ begin raise exception 'a secret' using errcode = '${code}'; end $$`, values: [] }),
      ),
    );

  for (const [code, word] of Object.entries(words))
    it(`${code} is ${word}, and is never told as a full disk unless it is one`, async () => {
      const outage = await failWith(code);
      expect(outage.outageCause).to.equal(word);
      expect(outage.cause).to.equal(`PostgreSQL: ${code}`);
      if (word === 'unexpected') expect(told(outage)).to.include(`PostgreSQL: ${code}`);
      if (word !== 'disk_full') expect(told(outage)).to.not.include('disk is full').and.not.include('free space');
      expect(told(outage)).to.not.match(/PocketBase|DB_USER_|a secret/);
    });
});

describePostgres('a statement that a pooler has not prepared', () => {
  const database = usePostgres();

  for (const code of ['26000', '42P05'])
    it(`is sent once more without a name, and is an outage with its code where it fails so again (${code})`, async () => {
      const text = `do $$ begin raise exception 'a secret' using errcode = '${code}'; end $$`;
      let count = 0;
      const outage = await mustFail(
        database().client.read((session) => {
          count += 1;
          return session.run({ text, values: [] });
        }),
      );
      expect([count, outage.cause, outage.outageCause]).to.deep.equal([2, `PostgreSQL: ${code}`, 'unexpected']);
    });
});

describePostgres('a PostgreSQL that lets nobody in', () => {
  const outageAt = async (url: string): Promise<Unavailable> => {
    const client = postgresClient({ url });
    const outage = await mustFail(client.read((session) => session.run({ text: 'select 1', values: [] })));
    await client.close();
    return outage;
  };

  it('says in its own words which name is wrong', async () => {
    const { url, drop } = await newDatabase();
    const admin = await connectTo(url);
    const place = new URL(url);
    const at = (changes: Partial<Pick<URL, 'username' | 'pathname'>>): string =>
      Object.assign(new URL(url), changes).href;
    await admin.query('drop role if exists idle_role; create role idle_role login connection limit 0');
    const missing = await outageAt(at({ pathname: '/nothing' }));
    expect([missing.outageCause, told(missing)]).to.deep.equal([
      'login_refused',
      'there is no database of the name in DATABASE_URL. Correct the name, or create the database and run npx portcullis migrate.',
    ]);
    expect(told(await outageAt(at({ username: 'nobody' })))).to.match(
      /^it does not let the user of DATABASE_URL in from here\./,
    );
    const limited = await outageAt(at({ username: 'idle_role' }));
    expect([limited.outageCause, limited.kind]).to.deep.equal(['connections_exhausted', 'quota']);
    expect(told(limited)).to.include('no further connection').and.include('connections= in DATABASE_URL');
    const unknown = await outageAt(`postgres://me@no-such-host.invalid:${place.port}/records`);
    expect([unknown.outageCause, told(unknown)]).to.deep.equal([
      'dns_failed',
      'the name in its address is not known. Correct DATABASE_URL, or look at the resolver.',
    ]);
    await admin.query('drop role idle_role');
    await admin.end();
    await drop();
  });

  // A server that somebody else runs has an account of its own.
  for (const programs of postgresPrograms === null ? [] : [postgresPrograms])
    it('speaks of a password where that is wrong or missing, whatever signs are in it', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'portcullis-password-'));
      const password = 'a%b/ü';
      const settings = { fsync: 'off' };
      const server = await startPostgres({ programs, folder, user: 'postgres', password, settings });
      const withPassword = (given: string): string => {
        const address = new URL(server.urlOf('postgres'));
        address.password = given;
        return address.href;
      };
      try {
        for (const given of ['', 'another'])
          expect(told(await outageAt(withPassword(given))), given).to.match(
            /^it does not accept the password of the user in DATABASE_URL\./,
          );
        const client = postgresClient({ url: withPassword(encodeURIComponent(password)) });
        await mustSucceed(client.read((session) => session.run({ text: 'select 1', values: [] })));
        await client.close();
      } finally {
        await server.stop('immediate');
        rmSync(folder, { recursive: true, force: true });
      }
    });
});
