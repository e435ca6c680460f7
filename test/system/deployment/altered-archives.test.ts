import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { unpackBackup } from '@portcullis/cli';
import type { Profile } from '@portcullis/domain';
import { expect } from 'chai';
import { inFull } from '../../support/effort.ts';
import { archiveOf, archivesOf, erasureLine } from '../../support/releases/archives.ts';
import { mustSucceed } from '../../support/run.ts';
import { logInAsAdmin, usePocketbase } from '../../support/servers/pocketbase.ts';
import type { CommandRun } from '../../support/services/commands.ts';

/** Has a table's index lack the rows of a profile, which SQLite takes for whole: nothing finds them by it. */
const lyingIndex = (name: string, table: string, profile: string): string => `
  DROP INDEX ${name};
  CREATE INDEX ${name} ON ${table} (profile) WHERE profile != '${profile}';
  PRAGMA writable_schema = ON;
  UPDATE sqlite_master SET sql = substr(sql, 1, instr(sql, ' WHERE') - 1) WHERE name = '${name}';
  PRAGMA writable_schema = OFF`;

/** SQLite reads the first of two keys in a JSON text, and PocketBase the last one, in whatever letters. */
const secondKeys = [
  `UPDATE _collections SET options = substr(options, 1, length(options) - 1)
    || ',"authRule":"","passwordAuth":{"enabled":true,"identityFields":["email"]}}' WHERE name = 'users'`,
  `UPDATE _collections SET options = substr(options, 1, length(options) - 1)
    || ',"OTP":{"enabled":true,"duration":300,"length":4}}' WHERE name = '_superusers'`,
  `UPDATE _collections SET fields = replace(fields, '"protected":true', '"protected":true,"Protected":false')
    WHERE name = 'files'`,
];

const setOption = (collection: string, field: string, option: string, value: string): string =>
  `UPDATE _collections SET fields = (SELECT json_group_array(CASE WHEN value ->> 'name' = '${field}'
    THEN json_set(value, '$.${option}', json('${value}')) ELSE json(value) END) FROM json_each(fields))
    WHERE name = '${collection}'`;

/** Refuses a decline, fills an empty date, removes profiles with their keys, and has every hash take days. */
const actingFields = [
  setOption('profiles', 'status', 'pattern', '"^[^d]"'),
  setOption('profiles', 'due_at', 'autogeneratePattern', '"2000-01-01"'),
  setOption('profiles', 'key', 'cascadeDelete', 'true'),
  setOption('_superusers', 'password', 'cost', '31'),
  setOption('_superusers', 'tokenKey', 'autogeneratePattern', '"e{50}"'),
  'DROP INDEX idx_ledger_seq',
  'CREATE INDEX idx_ledger_seq ON ledger (profile, seq)',
  "CREATE UNIQUE INDEX no_decline ON profiles ((CASE status WHEN 'declined' THEN json('none') ELSE id END))",
];

const kindsIn = ({ lines }: CommandRun): readonly string[] =>
  lines.flatMap((line) => /^BAD {2}the database: .* \((\w+)\)$/.exec(line)?.[1] ?? []);

describe('an archive of which somebody has altered what nobody looks at', function () {
  this.timeout(120_000);
  const database = usePocketbase();
  const archives = archivesOf(database);
  const { at, over } = archives;
  let anna: Profile;

  before('make one backup of two people', async () => {
    archives.open();
    await mustSucceed(() => archives.stores().keys.prepare());
    anna = await archives.journey('anna');
    await archives.journey('ben');
    expect((await archives.backup(at('backup.zip'), '--unverified')).code).to.equal(0);
    await unpackBackup(at('backup.zip.unverified'), at('honest'), new AbortController().signal);
    writeFileSync(at('erasures'), erasureLine(anna));
  });
  after(() => archives.remove());
  afterEach(() => {
    for (const name of ['data', 'changed', 'changed.zip']) rmSync(at(name), { recursive: true, force: true });
  });

  const change = async (edit: (changed: string) => void | Promise<void>): Promise<void> => {
    cpSync(at('honest'), at('changed'), { recursive: true });
    await edit(at('changed'));
    writeFileSync(at('changed.zip'), archiveOf(at('changed')));
  };
  const changeBy = (...statements: readonly string[]) =>
    change((changed) =>
      over(changed, async (url) => {
        const admin = await logInAsAdmin(url);
        for (const statement of statements) await admin.sql.run(statement);
      }),
    );
  const restore = (...args: readonly string[]) => archives.restore({}, '--from', at('changed.zip'), ...args);
  const rowsOf = async (statement: string) =>
    over(at('data'), async (url) => (await (await logInAsAdmin(url)).sql.run(statement)).rows);

  inFull('cannot keep images and duplicates from an erasure by indexes that lack their rows', async () => {
    await changeBy(
      lyingIndex('idx_files_profile', 'files', anna.id),
      lyingIndex('idx_sighting_times_profile', 'sighting_times', anna.id),
    );
    const refused = await restore('--erasures', at('erasures'));
    expect(refused.code, refused.lines.join('\n')).to.equal(1);
    expect(kindsIn(refused)).to.include('damaged');
    expect(refused.lines.join('\n')).to.include('missing from index');
    expect(existsSync(at('data'))).to.equal(false);

    const accepted = await restore('--erasures', at('erasures'), '--accept-faults');
    expect(accepted.code, accepted.lines.join('\n')).to.equal(1);
    expect(await rowsOf(`SELECT id FROM files NOT INDEXED WHERE profile = '${anna.id}'`)).to.deep.equal([]);
    expect(await rowsOf(`SELECT id FROM sighting_times NOT INDEXED WHERE profile = '${anna.id}'`)).to.deep.equal([]);
  });

  it('opens nothing by a second key of a JSON text, which PocketBase believes and SQLite does not', async () => {
    await changeBy(...secondKeys);
    const refused = await restore('--without-erasures');
    expect(refused.code).to.equal(1);
    expect(kindsIn(refused), refused.lines.join('\n')).to.have.members(['open_sign_in', 'open_sign_in', 'open_files']);
    const accepted = await restore('--without-erasures', '--accept-faults');
    expect(accepted.code, accepted.lines.join('\n')).to.equal(1);
    await over(at('data'), async (url) => {
      const { collections } = await logInAsAdmin(url);
      expect(await collections.getOne('users')).to.include({ authRule: null });
      expect(await collections.getOne('_superusers')).to.have.nested.property('otp.enabled', false);
      const { fields } = await collections.getOne('files');
      expect(fields.find(({ name }) => name === 'content')).to.include({ protected: true });
    });
  });

  inFull('decides about nobody by fields or an index that refuse, fill or remove, and guesses no token', async () => {
    await changeBy(...actingFields);
    const refused = await restore('--without-erasures');
    expect(refused.code).to.equal(1);
    expect(kindsIn(refused), refused.lines.join('\n')).to.have.members([
      'altered_field',
      'altered_field',
      'altered_field',
      'altered_field',
      'altered_field',
      'foreign_index',
      'missing_index',
    ]);
    const accepted = await restore('--without-erasures', '--accept-faults');
    expect(accepted.code, accepted.lines.join('\n')).to.equal(1);
    const unique =
      "SELECT name FROM sqlite_master WHERE sql LIKE '% UNIQUE INDEX %' AND tbl_name IN ('profiles', 'ledger')";
    expect((await rowsOf(unique)).flat()).to.have.members(['idx_profiles_current', 'idx_ledger_seq']);
    const left = await rowsOf(`SELECT value ->> 'name' FROM _collections c, json_each(c.fields)
      WHERE c.name IN ('profiles', '_superusers') AND (value ->> 'pattern' = '^[^d]' OR value ->> 'cascadeDelete' = 1
        OR value ->> 'autogeneratePattern' IN ('2000-01-01', 'e{50}') OR value ->> 'cost' = 31)`);
    expect(left).to.deep.equal([]);
  });

  describe('that has files which no record names, and is restored', () => {
    const secrets = `SELECT json_extract(c.options, '$.authToken.secret'), json_extract(c.options, '$.fileToken.secret'),
      s.tokenKey FROM _collections c, _superusers s WHERE c.name = '_superusers'`;
    let restored: CommandRun;
    let now: readonly (string | null)[];
    let names: readonly string[];

    before('restore it once', async () => {
      await change((changed) => {
        const storage = join(changed, 'storage');
        const [collection = ''] = readdirSync(storage);
        const [record = ''] = readdirSync(join(storage, collection));
        for (const folder of ['loot', `${collection}/zzzzzzzzzzzzzzz`, `${collection}/${record}`]) {
          mkdirSync(join(storage, folder), { recursive: true });
          writeFileSync(join(storage, folder, 'copy.jpg'), 'an image of Anna');
        }
      });
      restored = await restore('--without-erasures');
      expect(restored.code, restored.lines.join('\n')).to.equal(0);
      now = (await rowsOf(secrets)).flat();
      names = readdirSync(at('data/storage'), { recursive: true, encoding: 'utf8' });
    });

    it('has no token of before accepted: the secrets and keys of tokens are made anew', async () => {
      const before = (await database().admin.sql.run(secrets)).rows.flat();
      expect(now).to.have.length(3);
      for (const secret of now) expect(String(secret)).to.have.length(50);
      expect(now.filter((secret) => before.includes(secret))).to.deep.equal([]);
    });

    it('brings no file that no record names, wherever it stands', () => {
      expect(restored.lines.join('\n')).to.match(/no record names it: 3 in storage, such as "storage\/.*\/copy\.jpg"/);
      expect(names.filter((name) => /copy|loot|zzz/.test(name))).to.deep.equal([]);
    });
  });
});
