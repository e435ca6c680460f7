import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Command } from '#cli/command/command-line';
import { accessLogCommand } from '#cli/commands/access-log-command';
import { backupCommand } from '#cli/commands/backup-command';
import { copyCommand } from '#cli/commands/copy-command';
import { endpointsCommand } from '#cli/commands/endpoints-command';
import { holdCommand } from '#cli/commands/hold-command';
import { keysCommand } from '#cli/commands/keys-command';
import { listCommand } from '#cli/commands/list-command';
import { migrateCommand } from '#cli/commands/migrate-command';
import { retentionCommand } from '#cli/commands/retention-command';
import { staffCommand } from '#cli/commands/staff-command';
import { doctorCommand } from '#cli/doctor/doctor-command';
import { erasuresCommand } from '#cli/erasures/erasures-command';
import { ledgerCommand } from '#cli/ledger/ledger-command';
import { policyCommand } from '#cli/policy/policy-command';
import { replayCommand } from '#cli/replay/replay-command';
import { aKeyring, dataKeysText } from '../../support/builders/keyrings.ts';
import { describePostgres, newDatabase, usePostgres } from '../../support/postgres/postgres.ts';
import { storesOn } from '../../support/records/stores-over.ts';
import { mustSucceed } from '../../support/run.ts';
import { startRaw } from '../../support/servers/raw-server.ts';
import { environmentOn, unusedAddress, type Variables } from '../../support/servers/service-program.ts';
import { runCommand, runSeparately } from '../../support/services/commands.ts';
import { aJourney } from '../../support/services/ledger-journeys.ts';

const id = 'a'.repeat(15);

/** Every command over the records, once for each way in which it opens them. */
const commandsIn = (folder: string): readonly (readonly [Command, ...(readonly string[])])[] => [
  [accessLogCommand, 'export'],
  [doctorCommand],
  [erasuresCommand, '--to', join(folder, 'erasures')],
  [holdCommand, 'list'],
  [holdCommand, 'set', id],
  [keysCommand, 'status'],
  [keysCommand, 'rotate'],
  [keysCommand, 'accept-settings'],
  [ledgerCommand, 'verify'],
  [ledgerCommand, 'checkpoint', '--to', join(folder, 'heads')],
  [ledgerCommand, 'export', '--profile', id, '--out', join(folder, 'pack')],
  [ledgerCommand, 'key'],
  [listCommand, 'show', 'device', 'abc', '--partner', 'p1'],
  [migrateCommand],
  [policyCommand, 'list'],
  [policyCommand, 'show', 'mine'],
  [replayCommand],
  [retentionCommand],
  [staffCommand, 'list'],
];

/** A server that refuses whoever connects, as a PostgreSQL does (its ErrorResponse). */
const refusingServer = (code: string, message: string) => {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${message}\0\0`);
  const head = Buffer.from('E\0\0\0\0');
  head.writeInt32BE(fields.length + 4, 1);
  return startRaw((socket) => socket.end(Buffer.concat([head, fields])));
};

describePostgres('a record database that cannot be used', () => {
  const database = usePostgres();
  const role = `nobody_${process.pid}`;
  let folder = '';
  let empty: Awaited<ReturnType<typeof newDatabase>>;
  let strict: Awaited<ReturnType<typeof startRaw>>;

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'portcullis-unusable-'));
    await mustSucceed(() => storesOn(database().driver, aKeyring('a')).keys.prepare());
    await aJourney(database(), { seed: 'anna', keyring: aKeyring('a') });
    empty = await newDatabase();
    strict = await refusingServer('28P01', 'password authentication failed for user "postgres"');
  });
  after(async () => {
    await strict.close();
    await empty.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  const at = (changes: Partial<Pick<URL, 'hostname' | 'port' | 'username' | 'pathname'>>): string =>
    Object.assign(new URL(database().url), changes).href;
  const env = (changes: Variables): Variables => ({
    ...environmentOn({ DATABASE_URL: database().url }, { DATA_KEYS: dataKeysText('a') }),
    DB_USER_EMAIL: 'root@example.com',
    DB_USER_PASSWORD: 'secret',
    ...changes,
  });

  /** Runs every command but those that need nothing of this. Each must end with the code, and say this. */
  const allSay = async (changes: Variables, code: number, words: RegExp, without: readonly Command[] = []) => {
    for (const [command, ...args] of commandsIn(folder).filter(([one]) => !without.includes(one))) {
      const run = await runCommand(command, env(changes), ...args);
      const said = run.lines.join(' ');
      // The doctor's result is what is wrong.
      const expected = command === doctorCommand && code === 2 ? 1 : code;
      expect(run.code, `${args.join(' ')}: ${said}`).to.equal(expected);
      expect(said, args.join(' '))
        .to.match(words)
        .and.not.match(/PostgreSQL: \w|^E[A-Z]+/);
    }
  };

  it('by its address is told by every command as the configuration, with 78', async () => {
    const form = /DATABASE_URL:? must be an http or https address .*, or postgres:\/\/user:password@host\/database\./;
    await allSay({ DATABASE_URL: 'postgres://pc:a#b@h/pc' }, 78, form);
    await allSay({ DATABASE_URL: `${database().url}?pool=3` }, 78, /DATABASE_URL:? has unknown parameters \(pool\)/);
    await allSay({ DATABASE_URL: '' }, 78, /DATABASE_URL:? is missing; it must be an http/);
  });

  it('by its address is an error of the configuration for a program', async () => {
    const { code, errors } = await runSeparately(staffCommand, env({ DATABASE_URL: 'postgres://h' }), 'list', '--json');
    expect([code, ...errors.map((line) => JSON.parse(line).error)]).to.deep.equal([78, 'configuration']);
  });

  it('by the variables of the API, and by the address of a source or target, is told alike', async () => {
    const access = { PORTCULLIS_URL: 'ftp://h', PORTCULLIS_CLIENT_ID: 'a', PORTCULLIS_CLIENT_SECRET: 'b' };
    expect(await runCommand(endpointsCommand, access, 'list')).to.have.property('code', 78);
    expect(await runCommand(endpointsCommand, { PORTCULLIS_URL: 'http://h' }, 'list')).to.have.property('code', 78);
    expect(await runCommand(backupCommand, env({ DATABASE_URL: 'h' }), '--to', folder)).to.have.property('code', 78);
    const copied = (changes: Variables, ...args: readonly string[]) =>
      runCommand(copyCommand, env(changes), '--from', unusedAddress, ...args);
    expect(await copied({ DATABASE_URL: 'postgres://h' })).to.have.property('code', 78);
    const misused = await copied({}, '--to', 'postgres://a@h/b?pool=3');
    expect([misused.code, misused.lines[0]]).to.deep.equal([
      64,
      '--to has unknown parameters (pool): it takes sslmode, sslrootcert, connections.',
    ]);
    expect(await copied({})).to.deep.equal({
      code: 2,
      lines: ['The source cannot be used (unavailable): nothing listens at its address. Is it running at --from?'],
    });
  });

  it('because nobody answers is told by every command as by a start', async () => {
    await allSay(
      { DATABASE_URL: at({ port: '1' }) },
      2,
      /nothing listens at its address\. Is it running at DATABASE_URL\?/,
    );
    const unknown = /the name in its address is not known\. Correct DATABASE_URL|it gave no answer in time/;
    await allSay({ DATABASE_URL: at({ hostname: 'no-such-host.invalid' }) }, 2, unknown);
  });

  it('because it lets nobody in is told by every command as by a start', async () => {
    const password = /does not accept the password of the user in DATABASE_URL\. Correct the user and the password/;
    await allSay({ DATABASE_URL: at({ port: String(strict.port) }) }, 2, password);
    await allSay({ DATABASE_URL: at({ pathname: '/nothing' }) }, 2, /there is no database of the name in DATABASE_URL/);
  });

  it('because the account may do nothing is told by the right that is missing, and who gives it', async () => {
    const { admin } = database();
    const words =
      /account (of DATABASE_URL lacks a right on the (table|schema) \w+|may not read and write .*)\. Let the owner .*run npx portcullis migrate --grant-to/;
    await admin.query(`create role "${role}" login`);
    try {
      await allSay({ DATABASE_URL: at({ username: role }) }, 2, words);
    } finally {
      await admin.query(`drop role "${role}"`);
    }
  });

  it('because it was never migrated is told with the command that does it', async () => {
    await allSay({ DATABASE_URL: empty.url }, 2, /Run npx portcullis migrate/, [migrateCommand]);
  });

  it('because other keys have sealed it is refused by whoever reads what is sealed', async () => {
    const readsNothingSealed = [accessLogCommand, migrateCommand, policyCommand];
    const saysItself = [doctorCommand, keysCommand, ledgerCommand];
    await allSay(
      { DATA_KEYS: dataKeysText('b') },
      1,
      /^The record database is sealed under the data key a, which this service does not have\. .*Add the key a to DATA_KEYS/,
      [...readsNothingSealed, ...saysItself],
    );
    for (const [command, ...args] of [
      [keysCommand, 'rotate'],
      [ledgerCommand, 'key'],
    ] as const) {
      const { code, lines } = await runCommand(command, env({ DATA_KEYS: dataKeysText('b') }), ...args);
      expect([code, lines[0]]).to.deep.equal([
        1,
        'The record database is sealed under the data key a, which this service does not have.',
      ]);
    }
  });
});
