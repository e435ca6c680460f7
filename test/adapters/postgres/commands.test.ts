import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sequentialIds } from '@portcullis/adapter-memory/testing';
import { postgresClient, postgresDriver } from '@portcullis/adapter-postgres';
import { createRecordStore } from '@portcullis/record-store';
import { expect } from 'chai';
import { backupCommand } from '#cli/commands/backup-command';
import { keysCommand } from '#cli/commands/keys-command';
import { migrateCommand } from '#cli/commands/migrate-command';
import { ledgerCommand } from '#cli/ledger/ledger-command';
import { configOf, faultsOf } from '../../support/builders/configurations.ts';
import { aKeyring } from '../../support/builders/keyrings.ts';
import { describePostgres, newDatabase } from '../../support/postgres/postgres.ts';
import { aPerson } from '../../support/records/stored-records.ts';
import { mustSucceed } from '../../support/run.ts';
import { selfSigned } from '../../support/servers/self-signed.ts';
import { runCommand, runPortcullis } from '../../support/services/commands.ts';

const url = 'postgres://user:password@127.0.0.1:5432/records?connections=4';
const DATA_KEYS = `a:${Buffer.from(aKeyring('a').primary.key).toString('base64')}`;

describe('an address of PostgreSQL in the configuration', () => {
  const account = { DB_USER_EMAIL: undefined, DB_USER_PASSWORD: undefined };

  it('has its account, and needs keys for data at rest', () => {
    expect(configOf({ ...account, DATABASE_URL: url, DATA_KEYS }).database.url).to.equal(url);
    const missing = { name: 'DATA_KEYS', rule: 'must be set where DATABASE_URL names a PostgreSQL' };
    expect(faultsOf({ ...account, DATABASE_URL: url })).to.deep.equal([missing]);
  });

  it('names in sslrootcert a file of certificates', () => {
    const folder = mkdtempSync(join(tmpdir(), 'portcullis-certificates-'));
    const certificates = join(folder, 'db.pem');
    const empty = join(folder, 'empty.pem');
    writeFileSync(certificates, selfSigned().cert);
    writeFileSync(empty, '');
    const ruled = (file: string) =>
      faultsOf({ ...account, DATA_KEYS, DATABASE_URL: `${url}&sslrootcert=${file}` }).map(({ rule }) => rule);
    const rule = 'must name in sslrootcert a readable file of certificates (PEM)';
    expect([ruled(empty), ruled(join(folder, 'none')), ruled(certificates)]).to.deep.equal([[rule], [rule], []]);
    rmSync(folder, { recursive: true });
  });

  it('is told what of it is not understood, and by which name', () => {
    const ruled = (DATABASE_URL: string) => faultsOf({ ...account, DATA_KEYS, DATABASE_URL }).map(({ rule }) => rule);
    for (const mode of ['disable', 'require', 'verify-ca', 'verify-full'])
      expect(ruled(`${url}&sslmode=${mode}`), mode).to.deep.equal([]);
    for (const mode of ['prefer', 'allow', '', 'nonsense', 'REQUIRE'])
      expect(ruled(`${url}&sslmode=${mode}`), mode).to.deep.equal([
        'must have in sslmode one of disable, require, verify-ca, verify-full: prefer and allow would go on without encryption',
      ]);
    expect(ruled('postgres://user:100%25@127.0.0.1/records')).to.deep.equal([]);
    expect(ruled('postgres://user:100%@127.0.0.1/records')).to.deep.equal([
      'must have each % of its user, password and database written as %25',
    ]);
    const fragment = 'must have no fragment: each # of its user, password and database is written as %23';
    for (const bad of [`${url}#records`, `${url}#`, 'postgres://user@127.0.0.1/rec#ords'])
      expect(ruled(bad), bad).to.deep.equal([fragment]);
    for (const bad of ['user:p#wd', 'user:1#wd', 'user:p/wd', 'user:1?wd', 'us#er:pwd'])
      expect(ruled(`postgres://${bad}@127.0.0.1/records`), bad).to.include(
        'must have each #, / and ? of its user and password written as %23, %2F and %3F',
      );
    expect(ruled('postgres://user:p%23wd@127.0.0.1/records')).to.deep.equal([]);
    expect(ruled(`${url}&pool_max=4&options=-c%20x&pool_max=5`)).to.deep.equal([
      'has unknown parameters (pool_max, options): it takes sslmode, sslrootcert, connections',
      'must have each parameter once',
    ]);
    for (const count of ['0', 'ten', '', '1001'])
      expect(ruled(`${url.replace(/=4$/, '=')}${count}`), count).to.deep.equal([
        'must have in connections a whole number from 1 to 1000',
      ]);
  });

  it('makes the account of a PocketBase unread, however that is written', () => {
    expect(configOf({ DATABASE_URL: url, DATA_KEYS, DB_USER_EMAIL: 'no address' }).database.url).to.equal(url);
  });

  it('names an account and a database, which no variable of PostgreSQL fills in', () => {
    const whole = ['postgres://me@host', 'postgres://me@host/', 'postgres://me@/records', 'mysql://me@host/records'];
    for (const bad of [...whole, 'postgres://host/records', 'postgres://:secret@host/records'])
      expect(
        faultsOf({ DATABASE_URL: bad, DATA_KEYS }).map(({ name }) => name),
        bad,
      ).to.deep.equal(['DATABASE_URL']);
  });
});

describePostgres('the commands over a PostgreSQL', () => {
  it('make its schema, count its keys, verify its ledger and leave its backup to its own tools', async () => {
    const { url: database, drop } = await newDatabase();
    const env = { DATABASE_URL: database, DATA_KEYS };
    const migrated = await runPortcullis(env, 'migrate');
    expect([migrated.code, migrated.lines.at(-1)]).to.deep.equal([0, 'The schema was made.']);
    const again = await runCommand(migrateCommand, env);
    expect(again).to.deep.equal({ code: 0, lines: ['The schema is that of this release.'] });
    const client = postgresClient({ url: database });
    const stores = createRecordStore(postgresDriver(client), aKeyring('a'), sequentialIds());
    await mustSucceed(stores.keys.prepare);
    await mustSucceed(stores.profiles.insert(aPerson(), null));
    await client.close();
    expect((await runCommand(keysCommand, env, 'status')).code).to.equal(0);
    expect((await runCommand(ledgerCommand, env, 'verify')).lines.join('\n')).to.match(/1 /);
    expect((await runCommand(backupCommand, env, '--to', '/nowhere')).lines).to.deep.equal([
      'A PostgreSQL is backed up by its own tools, such as pg_basebackup.',
    ]);
    await drop();
  });

  it('say what is wrong with keys or an address that is none of a PostgreSQL', async () => {
    const account = { DB_USER_EMAIL: 'a@b.c', DB_USER_PASSWORD: 'p' };
    const pocketbase = await runCommand(migrateCommand, { DATABASE_URL: 'http://127.0.0.1:1', ...account });
    expect(pocketbase).to.deep.equal({
      code: 1,
      lines: ['DATABASE_URL names a PocketBase, which applies its migrations when it starts.'],
    });
    expect(await runCommand(migrateCommand, { DATABASE_URL: url })).to.deep.equal({
      code: 78,
      lines: ['DATA_KEYS must be set where DATABASE_URL names a PostgreSQL.'],
    });
  });
});
