import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pocketbaseClient } from '@portcullis/adapter-pocketbase';
import { unpackBackup } from '@portcullis/cli';
import type { Profile } from '@portcullis/domain';
import { expect } from 'chai';
import { dataKeysText } from '../../support/builders/keyrings.ts';
import { inFull } from '../../support/effort.ts';
import { storesOver } from '../../support/records/stores-over.ts';
import { archiveKeyring, archiveOf, archivesOf, erasureLine } from '../../support/releases/archives.ts';
import { mustSucceed } from '../../support/run.ts';
import { adminAccount, logInAsAdmin, usePocketbase } from '../../support/servers/pocketbase.ts';
import type { Variables } from '../../support/servers/service-program.ts';
import { runLedgerCommand } from '../../support/services/ledger-journeys.ts';
import { aHeadSigner, placeEverything } from '../../support/services/log-relay.ts';

const eve = 'eve@example.com';

/** What makes each erasure, and the new password of an account, undone; and what lets others in. */
const hostileStatements = [
  `CREATE TRIGGER "keep ""all""" AFTER UPDATE ON profiles BEGIN
    UPDATE profiles SET data = old.data, reference_key = old.reference_key, version = old.version WHERE id = old.id; END`,
  'CREATE TRIGGER keep_keys AFTER UPDATE ON data_keys BEGIN UPDATE data_keys SET wrapped = old.wrapped WHERE id = old.id; END',
  'CREATE VIEW everybody AS SELECT * FROM profiles',
  'CREATE TABLE loot (id TEXT)',
  `INSERT INTO _superusers (email, password, tokenKey, verified) VALUES ('${eve}', 'hash', 'key of eve', TRUE)`,
  `INSERT INTO _externalAuths (collectionRef, recordRef, provider, providerId)
    SELECT c.id, s.id, 'oidc', 'eve' FROM _collections c, _superusers s WHERE c.name = '_superusers' LIMIT 1`,
  "UPDATE _collections SET listRule = '', viewRule = '' WHERE name = 'files'",
  "UPDATE _collections SET options = json_set(options, '$.otp.enabled', json('true')) WHERE name = '_superusers'",
  "UPDATE _params SET value = json_set(value, '$.smtp.enabled', json('true'), '$.backups.cron', '* * * * *') WHERE id = 'settings'",
];

/** What lets others in, or refuses the service, without a trigger; and the keys of two people exchanged. */
const openingStatements = [
  "UPDATE _collections SET fields = replace(fields, '\"protected\":true', '\"protected\":false') WHERE name = 'files'",
  "UPDATE _collections SET options = json_set(options, '$.authRule', '') WHERE name = 'users'",
  `INSERT INTO users (email, password, tokenKey, verified) VALUES ('${eve}', 'hash', 'key of eve', TRUE)`,
  "UPDATE _collections SET options = json_set(options, '$.passwordAuth.identityFields', json('[\"verified\"]')) WHERE name = '_superusers'",
  "UPDATE _collections SET listRule = '' WHERE name = '_otps'",
  "ALTER TABLE policies ADD COLUMN extra TEXT DEFAULT '' NOT NULL",
  `UPDATE _collections SET fields = json_insert(fields, '$[#]', json('{"id":"text999","name":"extra","type":"text"}'))
    WHERE name = 'policies'`,
  "ALTER TABLE access_log ADD COLUMN more TEXT DEFAULT 'x' COLLATE NOCASE",
  'CREATE TABLE keys_before AS SELECT id, wrapped FROM data_keys',
  'UPDATE data_keys SET wrapped = (SELECT k.wrapped FROM keys_before k WHERE k.id != data_keys.id)',
  'DROP TABLE keys_before',
  `UPDATE _params SET value = json_set(value, '$.superuserIPs', json('["192.0.2.1"]'),
    '$.rateLimits.enabled', json('true')) WHERE id = 'settings'`,
];

describe('an archive with correct checksums that somebody has changed', function () {
  this.timeout(120_000);
  const database = usePocketbase();
  const archives = archivesOf(database);
  const { at, env, journey, over } = archives;
  let people: readonly [Profile, Profile];

  before('make one backup of two people', async () => {
    archives.open();
    const stores = archives.stores();
    await mustSucceed(() => stores.keys.prepare());
    people = [await journey('anna'), await journey('ben')];
    await placeEverything(stores.ledgerLog, aHeadSigner());
    const { code, lines } = await archives.backup(at('backup.zip'));
    expect(code, lines.join('\n')).to.equal(0);
    await unpackBackup(at('backup.zip'), at('honest'), new AbortController().signal);
  });
  after(() => archives.remove());
  afterEach(() => {
    for (const name of ['data', 'changed', 'changed.zip']) rmSync(at(name), { recursive: true, force: true });
  });

  /** Archives the backup after something was done to its folder. */
  const change = async (edit: (changed: string) => void | Promise<void>): Promise<void> => {
    cpSync(at('honest'), at('changed'), { recursive: true });
    await edit(at('changed'));
    writeFileSync(at('changed.zip'), archiveOf(at('changed')));
  };
  const restore = (changes: Variables, ...args: readonly string[]) =>
    archives.restore(changes, '--from', at('changed.zip'), ...args);
  /** The file in a storage folder with the bytes of an image of a profile, and the id of the image. */
  const imageOf = (storage: string, { evidence }: Profile): { readonly id: string; readonly path: string } => {
    const id = evidence.flatMap((item) => (item.kind === 'file' ? [item.file.id] : []))[0] ?? '';
    const [collection = ''] = readdirSync(storage).filter((name) => existsSync(join(storage, name, id)));
    const [name = ''] = readdirSync(join(storage, collection, id)).filter((file) => !file.endsWith('.attrs'));
    return { id, path: join(storage, collection, id, name) };
  };

  it('names each image that is altered or missing, and restores it only where that is accepted', async () => {
    const [anna, ben] = people;
    const [altered, missing] = [anna, ben].map((profile) => imageOf(at('honest/storage'), profile));
    await change((changed) => {
      const moved = (path = ''): string => path.replace(at('honest'), changed);
      const bytes = readFileSync(moved(altered?.path));
      bytes[bytes.length - 20] = (bytes.at(-20) ?? 0) ^ 1;
      writeFileSync(moved(altered?.path), bytes);
      rmSync(moved(missing?.path));
    });
    const refused = await restore({}, '--without-erasures');
    expect(refused.code).to.equal(1);
    const named = (profile: Profile, file: string | undefined, fault: string) =>
      refused.lines.filter((line) => line.includes(`${profile.id} file ${file}:`) && line.endsWith(`(${fault})`));
    expect(named(anna, altered?.id, 'file_altered'), refused.lines.join('\n')).to.have.length(1);
    expect(named(ben, missing?.id, 'file_missing')).to.have.length(1);
    expect(refused.lines.join('\n')).to.match(/2 profiles, \d+ entries: 2 faults\./);
    expect(existsSync(at('data'))).to.equal(false);
    expect((await restore({}, '--without-erasures', '--accept-faults')).code).to.equal(1);
    expect(existsSync(at('data/data.db'))).to.equal(true);

    const url = (given: string): Variables => env({ DATABASE_URL: given });
    await over(at('data'), async (given) => {
      const verify = (...args: readonly string[]) => runLedgerCommand(url(given), 'verify', ...args);
      expect((await verify()).lines.join('\n'))
        .to.include('(file_altered)')
        .and.include('(file_missing)');
      expect((await verify('--without-files')).code).to.equal(0);
    });
  });

  it('cannot undo an erasure by triggers, nor keep a superuser, a rule or a schedule of its own', async () => {
    const [anna] = people;
    await change((changed) =>
      over(changed, async (url) => {
        const admin = await logInAsAdmin(url);
        for (const statement of hostileStatements) await admin.sql.run(statement);
      }),
    );
    writeFileSync(at('erasures'), erasureLine(anna));
    const refused = await restore({}, '--erasures', at('erasures'));
    expect(refused.code).to.equal(1);
    const kinds = refused.lines.flatMap((line) => /^BAD {2}the database: .* \((\w+)\)$/.exec(line)?.[1] ?? []);
    expect(kinds, refused.lines.join('\n')).to.have.members([
      'foreign_trigger',
      'foreign_trigger',
      'foreign_view',
      'foreign_table',
      'open_rule',
      'open_sign_in',
      'foreign_superuser',
      'linked_sign_in',
    ]);
    expect(refused.lines.join('\n')).to.include(eve).and.include('--superuser keeps a superuser');
    expect(existsSync(at('data'))).to.equal(false);

    const accepted = await restore({}, '--erasures', at('erasures'), '--accept-faults');
    expect(accepted.code, accepted.lines.join('\n')).to.equal(1);
    expect(accepted.lines).to.include.members([
      'Switched off, until you switch it on again in PocketBase: mail (SMTP), scheduled backups.',
      '1 of 1 erasures were made again.',
    ]);
    await over(at('data'), async (url) => {
      const there = storesOver(pocketbaseClient({ ...adminAccount, url }), archiveKeyring);
      expect(await mustSucceed(there.profiles.getAny(anna.id))).to.have.nested.property('redaction.by.id', 'restore');
      const admin = await logInAsAdmin(url);
      const rows = async (statement: string) => (await admin.sql.run(statement)).rows;
      expect(await rows("SELECT name FROM sqlite_master WHERE type = 'trigger'")).to.deep.equal([]);
      expect(await rows('SELECT email FROM _superusers')).to.deep.equal([[adminAccount.email]]);
      expect(await rows('SELECT id FROM _externalAuths')).to.deep.equal([]);
      expect((await admin.collections.getOne('files')).listRule).to.equal(null);
      expect(await admin.settings.getAll()).to.nested.include({ 'smtp.enabled': false, 'backups.cron': '' });
    });
  });

  inFull('cannot keep an image from an erasure by giving it to somebody else, or to nobody', async () => {
    const [anna, ben] = people;
    const images = anna.evidence.flatMap((item) => (item.kind === 'file' ? [item.file.id] : []));
    const [toBen = '', toNobody = ''] = images;
    await change((changed) =>
      over(changed, async (url) => {
        const admin = await logInAsAdmin(url);
        await admin.sql.run(`UPDATE files SET profile = '${ben.id}' WHERE id = '${toBen}'`);
        await admin.sql.run(`UPDATE files SET profile = 'aaaaaaaaaaaaaaa' WHERE id = '${toNobody}'`);
      }),
    );
    const found = (lines: readonly string[]) =>
      lines.flatMap((line) => /^BAD {2}(\S+ file \S+):.*\(file_stray\)$/.exec(line)?.[1] ?? []);
    const kept = await restore({}, '--without-erasures');
    expect(kept.code, kept.lines.join('\n')).to.equal(1);
    expect(found(kept.lines)).to.have.members([`${ben.id} file ${toBen}`, `aaaaaaaaaaaaaaa file ${toNobody}`]);

    writeFileSync(at('erasures'), erasureLine(anna));
    const refused = await restore({}, '--erasures', at('erasures'));
    expect(refused.code, refused.lines.join('\n')).to.equal(1);
    expect(found(refused.lines)).to.have.members([toBen, toNobody].map((file) => `${anna.id} file ${file}`));
    const accepted = await restore({}, '--erasures', at('erasures'), '--accept-faults');
    expect(accepted.code, accepted.lines.join('\n')).to.equal(1);
    const storage = readdirSync(at('data/storage'), { recursive: true, encoding: 'utf8' });
    expect(storage.filter((path) => images.some((id) => path.includes(id)))).to.deep.equal([]);
    await over(at('data'), async (url) => {
      const { rows } = await (await logInAsAdmin(url)).sql.run('SELECT id FROM files');
      expect(rows.flat().filter((id) => images.includes(String(id)))).to.deep.equal([]);
    });
  });

  inFull('opens no image and no account, refuses no service, and brings nothing but records and images', async () => {
    await change(async (changed) => {
      await over(changed, async (url) => {
        const admin = await logInAsAdmin(url);
        for (const statement of openingStatements) await admin.sql.run(statement);
      });
      mkdirSync(join(changed, 'pb_hooks'));
      for (const name of ['pb_hooks/eve.pb.js', 'evil.sh']) writeFileSync(join(changed, name), 'throw 1');
    });
    const refused = await restore({}, '--without-erasures');
    expect(refused.code).to.equal(1);
    const kinds = refused.lines.flatMap((line) => /^BAD {2}the database: .* \((\w+)\)$/.exec(line)?.[1] ?? []);
    expect(kinds, refused.lines.join('\n')).to.have.members([
      'altered_table',
      'altered_table',
      'foreign_field',
      'open_files',
      'foreign_account',
      'open_sign_in',
      'open_sign_in',
      'open_rule',
    ]);
    const accepted = await restore({}, '--without-erasures', '--accept-faults');
    const text = accepted.lines.join('\n');
    expect(accepted.code, text).to.equal(1);
    expect(text).to.match(/Left out, .*: (?=.*auxiliary\.db)(?=.*pb_hooks\/)(?=.*evil\.sh)/);
    expect(text).to.include('in PocketBase: rate limits, addresses of superusers.');
    for (const { id } of people) expect(text).to.match(new RegExp(`SHUT ${id}: .*row_locked`));
    for (const name of ['pb_hooks', 'evil.sh']) expect(existsSync(join(at('data'), name)), name).to.equal(false);
    await over(at('data'), async (url) => {
      const admin = await logInAsAdmin(url);
      const { fields } = await admin.collections.getOne('files');
      expect(fields.find(({ name }) => name === 'content')).to.include({ protected: true });
      expect((await admin.sql.run('SELECT id FROM users')).rows).to.deep.equal([]);
      expect(await admin.collections.getOne('users')).to.include({ authRule: null });
      expect(await admin.collections.getOne('_otps')).to.include({ listRule: null });
      expect(await admin.settings.getAll()).to.nested.include({
        'rateLimits.enabled': false,
        'superuserIPs.length': 0,
      });
    });
  });

  inFull('keeps the superuser of the deployment, and those that are named', async () => {
    await change((changed) =>
      over(changed, async (url) => {
        const admin = await logInAsAdmin(url);
        const password = 'SPECIMEN-password';
        for (const email of ['dba@example.com', eve])
          await admin.collection('_superusers').create({ email, password, passwordConfirm: password });
      }),
    );
    const deployment = { DB_ADMIN_EMAIL: 'dba@example.com' };
    const refused = await restore(deployment, '--without-erasures');
    expect(refused.lines.filter((line) => line.includes('(foreign_superuser)'))).to.have.length(1);
    const kept = await restore(deployment, '--without-erasures', '--superuser', eve);
    expect(kept.code, kept.lines.join('\n')).to.equal(0);
  });

  inFull('is not opened by other keys, and the key that is missing or another one is named', async () => {
    await change(() => undefined);
    const other = await restore({ DATA_KEYS: dataKeysText('stranger') }, '--without-erasures');
    expect(other.lines).to.include('Personal data is sealed under the key drill, which DATA_KEYS does not have.');
    const same = await restore({ DATA_KEYS: dataKeysText('other:drill') }, '--without-erasures');
    expect(same.lines).to.include('Personal data is sealed under another key drill than the one in DATA_KEYS.');
    expect([other.code, same.code]).to.deep.equal([2, 2]);
  });
});
