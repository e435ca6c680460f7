import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pocketbaseClient } from '@portcullis/adapter-pocketbase';
import { backupCommand, erasuresCommand } from '@portcullis/cli';
import { builtInPolicies, type Profile } from '@portcullis/domain';
import { eraseAgain } from '@portcullis/domain/use-cases';
import { expect } from 'chai';
import { dataKeysText } from '../../support/builders/keyrings.ts';
import { fakeClock } from '../../support/clock/fake-clock.ts';
import { sequentialIds } from '../../support/clock/sequential-ids.ts';
import { inFull } from '../../support/effort.ts';
import { storesOver } from '../../support/records/stores-over.ts';
import { archiveKeyring, archivesOf, erasureLine } from '../../support/releases/archives.ts';
import { mustSucceed } from '../../support/run.ts';
import { adminAccount, logInAsAdmin, usePocketbase } from '../../support/servers/pocketbase.ts';
import { runCommand } from '../../support/services/commands.ts';
import { runLedgerCommand } from '../../support/services/ledger-journeys.ts';
import { aHeadSigner, placeEverything } from '../../support/services/log-relay.ts';

const policies = builtInPolicies({ livenessThreshold: 75, specimens: true });
const mode = (path: string): number => statSync(path).mode & 0o777;

describe('a drill of backup and restore', function () {
  this.timeout(120_000);
  const database = usePocketbase();
  const signer = aHeadSigner();

  const archives = archivesOf(database);
  const { at, backup, env, journey, restore, stores } = archives;
  beforeEach(async () => {
    await database().empty();
    await mustSucceed(() => stores().keys.prepare());
    archives.open();
  });
  afterEach(() => archives.remove());

  const place = () => placeEverything(stores().ledgerLog, signer);
  const erase = ({ id }: Profile) => {
    const deps = { ...stores(), policies, clock: fakeClock(), ids: sequentialIds('drill') };
    return mustSucceed(eraseAgain(deps)({ id, because: 'requested', by: 'drill' }));
  };
  const overRestored = <A>(work: (url: string) => Promise<A>): Promise<A> => archives.over(at('data'), work);

  it('brings everybody back but those who were erased since, and heads tell what was lost', async () => {
    const anna = await journey('anna');
    const ben = await journey('ben');
    await place();
    const made = await backup(at('backup.zip'));
    expect(made.code, made.lines.join('\n')).to.equal(0);
    expect(made.lines.at(-1)).to.match(/backup\.zip: \d+ bytes, 2 profiles, \d+ entries; writes waited for \d+ ms\.$/);
    expect(readdirSync(at('.'))).to.deep.equal(['backup.zip']);
    expect(mode(at('backup.zip'))).to.equal(0o600);
    expect(await database().admin.backups.getFullList()).to.deep.equal([]);

    const lost = await journey('lost');
    await erase(anna);
    await place();
    expect((await runLedgerCommand(env(), 'checkpoint', '--to', at('heads'))).code).to.equal(0);
    expect(await runCommand(erasuresCommand, env(), '--to', at('erasures'))).to.deep.equal({
      code: 0,
      lines: [`${at('erasures')}: 1 erasures.`],
    });
    expect(mode(at('erasures'))).to.equal(0o600);
    expect(JSON.parse(readFileSync(at('erasures'), 'utf8'))).to.include({ id: anna.id, because: 'requested' });

    const restored = await restore({}, '--from', at('backup.zip'), '--erasures', at('erasures'));
    expect(restored.code, restored.lines.join('\n')).to.equal(0);
    expect(restored.lines[1]).to.equal('1 of 1 erasures were made again.');
    expect(restored.lines.at(-1)).to.include('Replace JWT_SECRET');
    expect([mode(at('data')), mode(join(at('data'), 'data.db'))]).to.deep.equal([0o700, 0o600]);

    await overRestored(async (url) => {
      const own = { ...env(), DATABASE_URL: url };
      const there = storesOver(pocketbaseClient({ ...adminAccount, url }), archiveKeyring);
      expect(await mustSucceed(there.profiles.getAny(ben.id))).to.deep.equal(ben);
      const erased = await mustSucceed(there.profiles.getAny(anna.id));
      expect(erased).to.include({ reference: '' }).and.have.nested.property('redaction.by.id', 'restore');
      expect(await there.profiles.getAny(lost.id)()).to.have.nested.property('left._tag', 'NotFound');
      const verdict = await runLedgerCommand(own, 'verify', '--checkpoints', at('heads'));
      expect(verdict.code).to.equal(1);
      expect(verdict.lines.join('\n')).to.match(/the log has fewer entries than the head.*\(log_shrunk\)/);
    });
  });

  inFull('never removes an erasure from the list, and refuses a list that is none', async () => {
    const known = { id: 'erasedbefore123', requested_at: '2026-01-01T00:00:00.000Z', because: 'retention' };
    writeFileSync(at('erasures'), `${JSON.stringify(known)}\n`);
    expect((await runCommand(erasuresCommand, env(), '--to', at('erasures'))).code).to.equal(0);
    expect(JSON.parse(readFileSync(at('erasures'), 'utf8'))).to.deep.equal(known);
    writeFileSync(at('erasures'), 'no list\n');
    const list = ['--erasures', at('erasures')] as const;
    const line = 'Line 1 of the list of erasures is none.';
    expect(await runCommand(erasuresCommand, env(), '--to', at('erasures'))).to.deep.equal({ code: 1, lines: [line] });
    expect(await restore({}, '--from', at('none.zip'), ...list)).to.deep.equal({ code: 1, lines: [line] });
  });

  inFull(
    'refuses a restore that would overwrite, that says nothing of erasures, or that cannot be opened',
    async () => {
      await journey('anna');
      await place();
      expect((await backup(at('backup.zip'), '--unverified')).code).to.equal(0);
      const from = ['--from', at('backup.zip.unverified'), '--without-erasures'] as const;
      expect((await restore({}, ...from.slice(0, 2))).lines[0]).to.include('Either --erasures or --without-erasures');

      const locked = await restore({ DATA_KEYS: dataKeysText('stranger') }, ...from);
      expect(locked.code, locked.lines.join('\n')).to.equal(2);
      expect(readdirSync(at('.'))).to.deep.equal(['backup.zip.unverified']);

      const first = await restore({}, ...from);
      expect(first.code, first.lines.join('\n')).to.equal(0);
      const full = await restore({}, ...from);
      expect(full).to.deep.equal({
        code: 1,
        lines: ['The folder of --data is not empty. --replace moves what is in it aside.'],
      });
      const replaced = await restore({}, ...from, '--replace');
      expect(replaced.code, replaced.lines.join('\n')).to.equal(0);
      const aside = /^What was there is in (.*)\.$/.exec(replaced.lines.at(-2) ?? '')?.[1] ?? '';
      expect(existsSync(join(aside, 'data.db'))).to.equal(true);
    },
  );

  it('finds a backup that was cut off or changed, and leaves nothing of it, nor moves the live folder', async () => {
    mkdirSync(at('data'));
    writeFileSync(join(at('data'), 'data.db'), 'the live database');
    expect((await backup(at('backup.zip'), '--unverified')).code).to.equal(0);
    const file = at('backup.zip.unverified');
    const whole = readFileSync(file);
    const damaged = 'The file is no complete backup: it is damaged, or was cut off.';
    const changed = Buffer.from(whole);
    changed.fill(0, 2000, 2100);
    writeFileSync(at('changed.zip'), changed);
    truncateSync(file, whole.length - 3000);
    for (const name of [file, at('changed.zip')]) {
      const { code, lines } = await restore({}, '--from', name, '--without-erasures', '--replace');
      expect({ code, lines }).to.deep.equal({ code: 1, lines: [damaged] });
      expect(readFileSync(join(at('data'), 'data.db'), 'utf8')).to.equal('the live database');
      expect(readdirSync(at('.'))).to.have.members(['backup.zip.unverified', 'changed.zip', 'data']);
    }
  });

  inFull(
    'lists and makes the erasures of everybody else where rows are damaged, and of them by their ledger',
    async () => {
      const anna = await journey('anna');
      const ben = await journey('ben');
      const cleo = await journey('cleo');
      await erase(anna);
      const damage = (id: string) =>
        database().admin.sql.run(`UPDATE profiles SET data = '{"name":"SPECIMEN"}' WHERE id = '${id}'`);
      await damage(cleo.id);
      await place();
      expect((await backup(at('backup.zip'), '--unverified')).code).to.equal(0);
      await erase(ben);
      await damage(ben.id);
      const listed = await runCommand(erasuresCommand, env(), '--to', at('erasures'));
      expect(listed.code).to.equal(1);
      const unread = (id: string) => `The row of the profile ${id} cannot be read; its ledger was asked instead.`;
      expect(listed.lines).to.have.members([`${at('erasures')}: 2 erasures.`, unread(ben.id), unread(cleo.id)]);
      const ids = readFileSync(at('erasures'), 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).id);
      expect(ids).to.have.members([anna.id, ben.id]);

      // Cleo was erased after the backup, in which her row is damaged.
      writeFileSync(at('erasures'), `${readFileSync(at('erasures'), 'utf8')}${erasureLine(cleo)}`);
      const from = ['--from', at('backup.zip.unverified'), '--erasures', at('erasures')] as const;
      const refused = await restore({}, ...from);
      expect(refused.code, refused.lines.join('\n')).to.equal(1);
      expect(refused.lines.join('\n')).to.include('--accept-faults restores it nevertheless.');
      expect(existsSync(at('data'))).to.equal(false);
      const accepted = await restore({}, ...from, '--accept-faults');
      expect(accepted.code).to.equal(1);
      expect(accepted.lines).to.include.members([
        `The profile ${cleo.id} is damaged: it was erased without being opened.`,
        '3 of 3 erasures were made again.',
        'It does not verify, which was accepted.',
      ]);
      await overRestored(async (url) => {
        const admin = await logInAsAdmin(url);
        const row = await admin.collection('profiles').getOne(cleo.id);
        expect(row).to.deep.include({ data: { erased: '' }, reference_key: '', current_key: '' });
        const there = storesOver(pocketbaseClient({ ...adminAccount, url }), archiveKeyring);
        expect(await mustSucceed(there.profiles.getAny(ben.id))).to.have.nested.property('redaction.by.id', 'restore');
        const [key] = await admin.collection('data_keys').getFullList({ filter: `profile = '${cleo.id}'` });
        expect(key?.['wrapped']).to.match(/^[A0:=.v\d-]*$/i);
      });
    },
  );

  inFull('gives no backup its name whose records do not verify, and notes what a restore would refuse', async () => {
    const { id } = await journey('anna');
    await place();
    await database().admin.sql.run(`DELETE FROM ledger WHERE profile = '${id}' AND seq = 2`);
    await database().admin.sql.run('CREATE VIEW everybody AS SELECT id FROM profiles');
    const { code, lines } = await backup(at('backup.zip'));
    await database().admin.sql.run('DROP VIEW everybody');
    expect(code).to.equal(1);
    expect(lines).to.include('NOTE the database: the view everybody is not of this service (foreign_view)');
    expect(lines.join('\n'))
      .to.match(/BAD {2}\w+ seq 2/)
      .and.include('The backup is not verified');
    expect(readdirSync(at('.'))).to.deep.equal(['backup.zip.unverified']);
  });

  it('says in one sentence that the database does not answer', async () => {
    const { code, lines } = await runCommand(
      backupCommand,
      env({ DATABASE_URL: 'http://127.0.0.1:1' }),
      '--to',
      at('x'),
    );
    expect(code).to.equal(2);
    expect(lines.join()).to.include('The record database cannot be used');
    expect(readdirSync(at('.'))).to.deep.equal([]);
  });
});
