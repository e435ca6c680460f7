import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { sequentialIds } from '@portcullis/adapter-memory/testing';
import { migrationsDir, pocketbaseClient, startPocketbase } from '@portcullis/adapter-pocketbase';
import { eraseAgain } from '@portcullis/backoffice';
import { placeEverything } from '@portcullis/contracts/builders';
import { builtInPolicies, type Profile } from '@portcullis/domain';
import { expect } from 'chai';
import { backupCommand } from '#cli/commands/backup-command';
import { erasuresCommand } from '#cli/erasures/erasures-command';
import { aKeyring, dataKeysText } from '../../support/builders/keyrings.ts';
import { fakeClock } from '../../support/clock/fake-clock.ts';
import { inFull } from '../../support/effort.ts';
import { storesOver } from '../../support/records/stores-over.ts';
import { mustSucceed } from '../../support/run.ts';
import { adminAccount, usePocketbase } from '../../support/servers/pocketbase.ts';
import { environmentOf, type Variables } from '../../support/servers/service-program.ts';
import { runCommand } from '../../support/services/commands.ts';
import { unzipped } from '../../support/services/evidence-packs.ts';
import { aJourney, runLedgerCommand } from '../../support/services/ledger-journeys.ts';
import { aHeadSigner } from '../../support/services/log-relay.ts';

const policies = builtInPolicies({ livenessThreshold: 75, specimens: true });
const keyring = aKeyring('drill');
const mode = (path: string): number => statSync(path).mode & 0o777;

describe('a drill of backup and restore', function () {
  this.timeout(120_000);
  const database = usePocketbase();
  const signer = aHeadSigner();
  let folder = '';
  beforeEach(async () => {
    await database().empty();
    await mustSucceed(() => stores().keys.prepare());
    folder = mkdtempSync(join(tmpdir(), 'portcullis-backup-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const at = (name: string): string => join(folder, name);
  const env = (changes: Variables = {}): Variables =>
    environmentOf(database().url, { DATA_KEYS: dataKeysText('drill'), ...changes });
  const stores = () => storesOver(database().client, keyring);
  const journey = (seed: string) => aJourney(database(), { seed, keyring });
  const backup = (...args: readonly string[]) => runCommand(backupCommand, env(), '--to', ...args);
  const place = () => placeEverything(stores().ledgerLog, signer);
  const erase = ({ id }: Profile) => {
    const deps = { ...stores(), policies, clock: fakeClock(), ids: sequentialIds('drill') };
    return mustSucceed(eraseAgain(deps)({ id, because: 'requested', by: 'drill' }));
  };
  /** Unpacks an archive into an empty data folder, as the page about backups says. */
  const unpack = async (archive: string, dataDir: string): Promise<void> => {
    for (const [path, bytes] of await unzipped(readFileSync(archive))) {
      if (path.endsWith('/')) continue;
      mkdirSync(dirname(join(dataDir, path)), { recursive: true });
      writeFileSync(join(dataDir, path), bytes);
    }
  };

  it('brings everybody back but those who were erased since, and heads tell what was lost', async () => {
    const anna = await journey('anna');
    const ben = await journey('ben');
    await place();
    const made = await backup(at('backup.zip'));
    expect(made.code, made.lines.join('\n')).to.equal(0);
    expect(made.lines.at(-1)).to.match(/backup\.zip: \d+ bytes\.$/);
    expect(readdirSync(folder)).to.deep.equal(['backup.zip']);
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

    await unpack(at('backup.zip'), at('data'));
    const binary = process.env['POCKETBASE_BIN'];
    const running = await startPocketbase({ ...adminAccount, binary, dataDir: at('data'), migrationsDir });
    try {
      const own = env({ DATABASE_URL: running.url });
      expect(await runCommand(erasuresCommand, own, '--apply', at('erasures'))).to.deep.equal({
        code: 0,
        lines: ['1 in the list: 1 erased again, 0 erased before, 0 not in this database.'],
      });
      const there = storesOver(pocketbaseClient({ ...adminAccount, url: running.url }), keyring);
      expect(await mustSucceed(there.profiles.getAny(ben.id))).to.deep.equal(ben);
      const erased = await mustSucceed(there.profiles.getAny(anna.id));
      expect(erased).to.include({ reference: '' }).and.have.nested.property('redaction.by.id', 'restore');
      expect(await there.profiles.getAny(lost.id)()).to.have.nested.property('left._tag', 'NotFound');
      const verdict = await runLedgerCommand(own, 'verify', '--checkpoints', at('heads'));
      expect(verdict.code).to.equal(1);
      expect(verdict.lines.join('\n')).to.match(/the log has fewer entries than the head.*\(log_shrunk\)/);
    } finally {
      await running.stop();
    }
  });

  inFull('never removes an erasure from the list, and refuses a list that is none', async () => {
    const known = { id: 'erasedbefore123', requested_at: '2026-01-01T00:00:00.000Z', because: 'retention' };
    writeFileSync(at('erasures'), `${JSON.stringify(known)}\n`);
    expect((await runCommand(erasuresCommand, env(), '--to', at('erasures'))).code).to.equal(0);
    expect(JSON.parse(readFileSync(at('erasures'), 'utf8'))).to.deep.equal(known);
    writeFileSync(at('erasures'), 'no list\n');
    const line = 'Line 1 of the list of erasures is none.';
    expect(await runCommand(erasuresCommand, env(), '--to', at('erasures'))).to.deep.equal({ code: 1, lines: [line] });
  });

  inFull('lists the erasures of everybody else where rows are damaged, and of them by their ledger', async () => {
    const anna = await journey('anna');
    const ben = await journey('ben');
    const cleo = await journey('cleo');
    const damage = (id: string) =>
      database().admin.sql.run(`UPDATE profiles SET data = '{"name":"SPECIMEN"}' WHERE id = '${id}'`);
    await erase(anna);
    await damage(cleo.id);
    await erase(ben);
    await damage(ben.id);
    const listed = await runCommand(erasuresCommand, env(), '--to', at('erasures'));
    expect(listed.code).to.equal(1);
    const unread = (id: string) => `The row of the profile ${id} cannot be read; its ledger was asked instead.`;
    expect(listed.lines).to.have.members([`${at('erasures')}: 2 erasures.`, unread(ben.id), unread(cleo.id)]);
    const lines = readFileSync(at('erasures'), 'utf8').trim().split('\n');
    expect(lines.map((line) => JSON.parse(line).id)).to.have.members([anna.id, ben.id]);
  });

  it('takes a new name in a folder, replaces no file, and what another call has left in the database', async () => {
    await database().admin.backups.create('portcullis.zip');
    expect((await backup(folder)).code).to.equal(0);
    const [name = ''] = readdirSync(folder);
    expect(name).to.match(/^portcullis-\d{8}T\d{6}Z\.zip$/);
    expect(await database().admin.backups.getFullList()).to.deep.equal([]);
    expect(await backup(at(name))).to.deep.equal({ code: 1, lines: ['The file of --to exists already.'] });
  });

  it('makes no file in the place of a folder that is not there', async () => {
    const lines = ['--to must be a folder that exists, or a new file whose name ends in .zip.'];
    expect(await backup(at('elsewhere'))).to.deep.equal({ code: 1, lines });
    expect(readdirSync(folder)).to.deep.equal([]);
  });

  it('says in one sentence that the database does not answer, or is no PocketBase', async () => {
    const over = (url: string) => runCommand(backupCommand, env({ DATABASE_URL: url }), '--to', at('x.zip'));
    const { code, lines } = await over('http://127.0.0.1:1');
    expect(code).to.equal(2);
    expect(lines.join()).to.include('The record database cannot be used');
    expect((await over('postgres://records:secret@127.0.0.1:1/records')).lines.join()).to.include('by its own tools');
    expect(readdirSync(folder)).to.deep.equal([]);
  });
});
