import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { postgresClient, postgresDriver } from '@portcullis/adapter-postgres';
import { placeEverything } from '@portcullis/contracts/builders';
import type { Profile } from '@portcullis/domain';
import { expect } from 'chai';
import { holdCommand } from '#cli/commands/hold-command';
import { keysCommand } from '#cli/commands/keys-command';
import { migrateCommand } from '#cli/commands/migrate-command';
import { retentionCommand } from '#cli/commands/retention-command';
import { doctorCommand } from '#cli/doctor/doctor-command';
import { erasuresCommand } from '#cli/erasures/erasures-command';
import { ledgerCommand } from '#cli/ledger/ledger-command';
import { replayCommand } from '#cli/replay/replay-command';
import { aKeyring, dataKeysText } from '../../support/builders/keyrings.ts';
import { describePostgres, newDatabase, usePostgres } from '../../support/postgres/postgres.ts';
import { erasureLine } from '../../support/records/erasure-list.ts';
import { storesOn } from '../../support/records/stores-over.ts';
import { mustFail, mustSucceed } from '../../support/run.ts';
import { environmentOn, type Variables } from '../../support/servers/service-program.ts';
import { type CommandRun, runCommand } from '../../support/services/commands.ts';
import { aJourney } from '../../support/services/ledger-journeys.ts';
import { aHeadSigner } from '../../support/services/log-relay.ts';

/** What each of them says in every case is tested over PocketBase or over memory; here it says so over PostgreSQL. */
describePostgres('the commands of an operator over a PostgreSQL with people in it', () => {
  const database = usePostgres();
  const keyring = aKeyring('a');
  let folder = '';
  let anna: Profile;
  let ben: Profile;

  const env = (...words: readonly string[]): Variables =>
    environmentOn({ DATABASE_URL: database().url }, { DATA_KEYS: dataKeysText(...(words.length > 0 ? words : ['a'])) });
  const stores = () => storesOn(database().driver, keyring);
  const printed = ({ lines }: CommandRun): string => lines.join('\n');

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'portcullis-commands-'));
    await mustSucceed(() => stores().keys.prepare());
    anna = await aJourney(database(), { seed: 'anna', keyring });
    ben = await aJourney(database(), { seed: 'ben', keyring });
    await placeEverything(stores().ledgerLog, aHeadSigner());
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  it('doctor finds its schema, its keys and its clock as they must be', async () => {
    const examined = await runCommand(doctorCommand, env());
    const ofDatabase = examined.lines.filter((line) => / (record )?database/.test(line));
    const notOk = ofDatabase.filter((line) => !line.startsWith('ok'));
    expect(notOk, printed(examined)).to.have.length(1);
    expect(notOk[0]).to.match(/^warning +record database: The account is a superuser of PostgreSQL\. .*--grant-to/);
    expect(ofDatabase.join('\n')).to.include('its schema and settings are those of this release');
    expect(ofDatabase.join('\n')).to.include('the data keys of this service open it');
  });

  it('migrate gives a role what a service needs, with which doctor finds nothing to mend', async () => {
    const { admin, url } = database();
    const { rows } = await admin.query('show server_version_num');
    const role = `service_${process.pid}`;
    if (Number(rows[0].server_version_num) < 170_000) {
      const refused = await runCommand(migrateCommand, env(), '--grant-to', role);
      expect(refused.code).to.equal(1);
      expect(printed(refused)).to.include('A role beside the owner needs PostgreSQL 17');
      return;
    }
    const missing = await runCommand(migrateCommand, env(), '--grant-to', role);
    expect(missing).to.deep.equal({ code: 1, lines: [`There is no role ${role}: create it first.`] });
    await admin.query(`create role "${role}" login`);
    try {
      const given = await runCommand(migrateCommand, env(), '--grant-to', role);
      const said = ['The schema is that of this release.', `The role ${role} may read and write its rows.`];
      expect(given).to.deep.equal({ code: 0, lines: said });
      const asRole = { ...env(), DATABASE_URL: url.replace('postgres@', `${role}@`) };
      const { lines } = await runCommand(doctorCommand, asRole);
      const notOk = lines.filter((line) => / record database:/.test(line) && !line.startsWith('ok'));
      expect(notOk).to.deep.equal([]);
    } finally {
      await admin.query(`drop owned by "${role}"`);
      await admin.query(`drop role "${role}"`);
    }
  });

  it('a role that only reads and writes rows keeps, places and erases a journey, and alters nothing', async () => {
    const { rows } = await database().admin.query('show server_version_num');
    if (Number(rows[0].server_version_num) < 170_000) return;
    const { url, drop } = await newDatabase();
    const role = `rows_${process.pid}`;
    await database().admin.query(`create role "${role}" login`);
    const migrated = await runCommand(migrateCommand, { ...env(), DATABASE_URL: url }, '--grant-to', role);
    expect(migrated.code, printed(migrated)).to.equal(0);
    const client = postgresClient({ url: url.replace('postgres@', `${role}@`) });
    const driver = postgresDriver(client);
    const own = storesOn(driver, keyring);
    await mustSucceed(() => own.keys.prepare());
    const carla = await aJourney({ driver }, { seed: 'carla', keyring });
    await placeEverything(own.ledgerLog, aHeadSigner());
    const list = join(folder, 'of carla');
    writeFileSync(list, erasureLine(carla));
    const asRole = { ...env(), DATABASE_URL: url.replace('postgres@', `${role}@`) };
    const erased = await runCommand(erasuresCommand, asRole, '--apply', list);
    expect(erased.code, printed(erased)).to.equal(0);
    const verified = await runCommand(ledgerCommand, asRole, 'verify');
    expect(verified.code, printed(verified)).to.equal(0);
    await mustSucceed(driver.purge(true));
    const altered = [
      'drop table "files"',
      'truncate "ledger"',
      'alter table "clients" add column "x" text',
      "insert into \"schema_migrations\" values ('x', 'x', 0)",
      'create table "mine" ("x" text)',
    ];
    for (const text of altered)
      expect(await mustFail(client.read((session) => session.run({ text, values: [] }))), text).to.include({
        outageCause: 'permission_denied',
      });
    await client.close();
    await drop();
    await database().admin.query(`drop role "${role}"`);
  });

  it('replay makes the decisions again, and finds the same', async () => {
    const { code, lines } = await runCommand(replayCommand, env());
    expect({ code, last: lines.at(-1) }, lines.join('\n')).to.deep.equal({
      code: 0,
      last: '2 profiles, 2 decisions made again: 2 the same, 0 not. 0 of an older release: 0 the same, 0 otherwise now.',
    });
  });

  it('hold keeps a profile, lists it and lets it go', async () => {
    expect((await runCommand(holdCommand, env(), 'set', anna.id, '--by', 'j.doe')).code).to.equal(0);
    expect(printed(await runCommand(holdCommand, env(), 'list')))
      .to.include(anna.id)
      .and.include('by j.doe');
    expect((await runCommand(holdCommand, env(), 'release', anna.id)).code).to.equal(0);
    expect(await runCommand(holdCommand, env(), 'list')).to.deep.equal({ code: 0, lines: [] });
  });

  it('retention lists what is due by a time', async () => {
    const { code, lines } = await runCommand(retentionCommand, env(), '--until', '2199-01-01');
    expect(code).to.equal(0);
    expect(lines.at(-1)).to.match(/^\d would be erased, 0 of them announced; 0 of those that are due are held$/);
  });

  it('erasures erases who is in a list, and keeps who was erased', async () => {
    const list = join(folder, 'erasures');
    const given = join(folder, 'given');
    writeFileSync(given, erasureLine(ben));
    const applied = await runCommand(erasuresCommand, env(), '--apply', given);
    expect(applied).to.deep.equal({
      code: 0,
      lines: ['1 in the list: 1 erased again, 0 erased before, 0 not in this database.'],
    });
    expect(await runCommand(erasuresCommand, env(), '--to', list)).to.deep.equal({
      code: 0,
      lines: [`${list}: 1 erasures.`],
    });
    expect((await mustSucceed(stores().profiles.getAny(ben.id))).redaction).to.have.property('because', 'requested');
  });

  it('ledger checkpoint keeps the head of its log, against which ledger verify compares it', async () => {
    const heads = join(folder, 'heads');
    const kept = await runCommand(ledgerCommand, env(), 'checkpoint', '--to', heads);
    expect([kept.code, readdirSync(heads).length], printed(kept)).to.deep.equal([0, 1]);
    const verified = await runCommand(ledgerCommand, env(), 'verify', '--checkpoints', heads);
    expect(verified.code, printed(verified)).to.equal(0);
  });

  it('keys rotate brings everything under the first key, after which the older one is not needed', async () => {
    const rotated = await runCommand(keysCommand, env('b', 'a'), 'rotate');
    expect([rotated.code, rotated.lines.at(-1)]).to.deep.equal([0, 'Everything is sealed under the key b.']);
    expect((await runCommand(keysCommand, env('b'), 'status')).code).to.equal(0);
    const read = await mustSucceed(storesOn(database().driver, aKeyring('b')).profiles.getAny(anna.id));
    expect(read.reference).to.equal(anna.reference);
  });
});
