import { closedIndexes, foreignParts } from '@portcullis/adapter-pocketbase';
import { expect } from 'chai';

type Origin = Parameters<typeof foreignParts>[0];

const noSignIn = {
  manageRule: null,
  authRule: null,
  identities: null,
  oauth2: null,
  otp: null,
  mfa: null,
  password: null,
};
const closed = { type: 'base', rules: [null, null, null, null, null], ...noSignIn, fields: [], indexes: [] };
const files = { name: 'files', ...closed };
const superusers = {
  ...closed,
  name: '_superusers',
  type: 'auth',
  authRule: '',
  identities: ['email'],
  oauth2: false,
  otp: false,
  mfa: false,
  password: true,
};

const originWith = (changes: Partial<Origin> = {}): Origin => ({
  objects: [
    {
      type: 'table',
      name: 'files',
      table: 'files',
      sql: 'CREATE TABLE `files` (`id` TEXT PRIMARY KEY DEFAULT (\'r\'||lower(hex(randomblob(7)))) NOT NULL, "size" NUMERIC DEFAULT 0 NOT NULL)',
    },
  ],
  damage: [],
  collections: [files, superusers],
  superusers: ['service@example.com'],
  accounts: 0,
  linkedSignIns: 0,
  unnamed: [],
  settings: {
    smtp: false,
    s3: false,
    schedule: '',
    backupsS3: false,
    rateLimits: false,
    superuserIPs: false,
  },
  ...changes,
});
const kindsOf = (changes: Partial<Origin>): readonly string[] =>
  foreignParts(originWith(changes), ['service@example.com']).map(({ kind }) => kind);

describe('what is foreign in a data folder', () => {
  it('is nothing of what PocketBase and the migrations make', () => {
    expect(kindsOf({})).to.deep.equal([]);
  });

  it('is a table that passes over writes, or makes something else of them', () => {
    const definitions = [
      'CREATE TABLE files (id TEXT PRIMARY KEY ON CONFLICT IGNORE)',
      'CREATE TABLE files (id TEXT, size NUMERIC CHECK (size > 0))',
      'CREATE TABLE files (id TEXT, size NUMERIC AS (1))',
      'CREATE VIRTUAL TABLE files USING fts5(id)',
      "CREATE TABLE files (kind TEXT DEFAULT 'x' NOT NULL)",
      "CREATE TABLE files (kind TEXT DEFAULT '' NOT NULL COLLATE NOCASE)",
      "CREATE TABLE files (kind TEXT DEFAULT '' NOT NULL, extra TEXT DEFAULT '' NOT NULL)",
      "CREATE TABLE files (kind TEXT DEFAULT '' NOT NULL) STRICT",
      "CREATE TABLE files (kind TEXT DEFAULT '' NOT NULL, UNIQUE (kind) )",
      "CREATE TABLE files (kind\u00a0TEXT DEFAULT '' NOT NULL)",
    ];
    for (const sql of definitions)
      expect(kindsOf({ objects: [{ type: 'table', name: 'files', table: 'files', sql }] }), sql).to.deep.equal([
        'altered_table',
      ]);
  });

  it('is an index that refuses rows, leaves some out or can fail, and none that only makes reads faster', () => {
    const kinds = (sql: string, table = 'files') =>
      kindsOf({ objects: [{ type: 'index', name: 'i', table, sql: `CREATE ${sql}` }] });
    for (const sql of [
      'INDEX i ON files (profile, size DESC)',
      'INDEX `mine` ON `files` (`kind` COLLATE NOCASE)',
      "UNIQUE INDEX other_name ON profiles (current_key) WHERE current_key != ''",
      'UNIQUE INDEX `idx_tokenKey_x` ON `_superusers` (`tokenKey`)',
    ])
      expect(kinds(sql), sql).to.deep.equal([]);
    for (const sql of [
      'UNIQUE INDEX i ON files (kind)',
      "INDEX idx_files_profile ON files (profile) WHERE profile != 'anna'",
      'INDEX i ON files (abs(size))',
      "INDEX i ON files ((CASE kind WHEN 'x' THEN json('none') END))",
      'UNIQUE INDEX i ON profiles (current_key)',
    ])
      expect(kinds(sql), sql).to.deep.equal(['foreign_index']);
    expect(kinds('UNIQUE INDEX i ON loot (id)', 'loot')).to.deep.equal([]);
  });

  it('is an index that a collection should have, and that is missing or another one, or that it should not have', () => {
    const sql = 'CREATE UNIQUE INDEX `idx_ledger_seq` ON `ledger` (`profile`, `seq`)';
    const ledger = { ...closed, name: 'ledger', indexes: [sql] };
    const index = { type: 'index', name: 'idx_ledger_seq', table: 'ledger', sql };
    expect(kindsOf({ collections: [ledger], objects: [index] })).to.deep.equal([]);
    expect(kindsOf({ collections: [ledger], objects: [] })).to.deep.equal(['missing_index']);
    const plain = { ...index, sql: sql.replace('UNIQUE ', '') };
    expect(kindsOf({ collections: [ledger], objects: [plain] })).to.deep.equal(['missing_index']);
    const refusing = { ...ledger, indexes: ['CREATE UNIQUE INDEX i ON ledger (kind)'] };
    expect(kindsOf({ collections: [refusing], objects: [] })).to.deep.equal(['foreign_index']);
    const origin = originWith({ collections: [ledger], objects: [plain] });
    expect(closedIndexes(origin)).to.deep.include({ removedIndexes: ['idx_ledger_seq'], madeIndexes: [sql] });
  });

  it('is what SQLite finds damaged, such as an index that lies', () => {
    expect(kindsOf({ damage: ['row 3 missing from index idx_files_profile'] })).to.deep.equal(['damaged']);
  });

  it('is a field of the service that refuses values, makes them or removes other rows', () => {
    const kinds = (collection: string, field: object): readonly string[] =>
      kindsOf({ collections: [{ ...closed, name: collection, fields: [{ name: 'status', type: 'text', ...field }] }] });
    expect(kinds('profiles', { pattern: '', autogeneratePattern: '', min: 0 })).to.deep.equal([]);
    const key = { name: 'key', type: 'relation', cascadeDelete: false };
    expect(kinds('profiles', key)).to.deep.equal([]);
    expect(kinds('liveness_sessions', { name: 'profile', type: 'relation', cascadeDelete: true })).to.deep.equal([]);
    const altered: readonly object[] = [
      { pattern: '^[^d]' },
      { name: 'due_at', autogeneratePattern: '2000' },
      { min: 9 },
      { name: 'version', type: 'number', max: 20 },
      { name: 'version', type: 'number', min: 2 },
      { ...key, cascadeDelete: true },
      { ...key, minSelect: 1 },
      { ...key, maxSelect: 2 },
      { name: 'current_key', required: true },
      { name: 'id', pattern: '^x', autogeneratePattern: '[a-z0-9]{15}', min: 15, max: 15 },
    ];
    for (const field of altered)
      expect(kinds('profiles', field), JSON.stringify(field)).to.deep.equal(['altered_field']);
    const content = { name: 'content', type: 'file', protected: true };
    for (const limit of [{ mimeTypes: ['text/html'] }, { thumbs: ['1x1'] }])
      expect(kinds('files', { ...content, ...limit })).to.deep.equal(['altered_field']);
  });

  it('is a collection of another type, and keys of tokens and hashes that superusers cannot rely on', () => {
    const kinds = (changes: object): readonly string[] => kindsOf({ collections: [{ ...superusers, ...changes }] });
    expect(kindsOf({ collections: [{ ...files, type: 'view' }] })).to.deep.equal(['altered_collection']);
    for (const changes of [{ mfa: true }, { password: false }, { authRule: "email = 'x'" }])
      expect(kinds(changes), JSON.stringify(changes)).to.deep.equal(['open_sign_in']);
    const key = { name: 'tokenKey', type: 'text', autogeneratePattern: '[a-zA-Z0-9]{50}' };
    const password = { name: 'password', type: 'password', cost: 0 };
    expect(kinds({ fields: [key, password] })).to.deep.equal([]);
    expect(kinds({ fields: [{ ...key, autogeneratePattern: 'e{50}' }] })).to.deep.equal(['altered_field']);
    expect(kinds({ fields: [{ ...password, cost: 31 }] })).to.deep.equal(['altered_field']);
  });

  it('is a collection of somebody else, once, and each way into it', () => {
    const loot = { ...closed, name: 'loot', rules: ['', null, null, null, null], password: true };
    const objects = [{ type: 'view', name: 'loot', table: 'loot', sql: '' }];
    const kinds = ['foreign_collection', 'open_rule', 'open_sign_in'];
    expect(kindsOf({ collections: [loot], objects })).to.deep.equal(kinds);
  });

  it('is a field of somebody else, files without a token, another way to sign in, and an account', () => {
    const content = { name: 'content', type: 'file', protected: true };
    const kinds = (changes: object): readonly string[] => kindsOf({ collections: [{ ...files, ...changes }] });
    expect(kinds({ fields: [content] })).to.deep.equal([]);
    expect(kinds({ fields: [{ ...content, protected: false }] })).to.deep.equal(['open_files']);
    expect(kinds({ fields: [content, { ...content, name: 'more' }] })).to.deep.equal(['foreign_field']);
    expect(kinds({ authRule: '' })).to.deep.equal(['open_sign_in']);
    const byName = { ...superusers, identities: ['verified'] };
    expect(kindsOf({ collections: [byName] })).to.deep.equal(['open_sign_in']);
    expect(kindsOf({ accounts: 1 })).to.deep.equal(['foreign_account']);
  });

  it('is a second account of a kept superuser, in whatever case', () => {
    const twice = ['service@example.com', 'Service@example.com'];
    expect(kindsOf({ superusers: twice })).to.deep.equal(['foreign_superuser']);
  });

  it('is printed on one line, whatever its name hides', () => {
    const name = `keep\nall"${'x'.repeat(200)}`;
    const [found] = foreignParts(originWith({ objects: [{ type: 'trigger', name, table: 'files', sql: '' }] }), [
      'service@example.com',
    ]);
    expect(found?.what).to.include('keep\\nall').and.have.length.below(150);
    expect(found?.what).to.not.include('\n');
  });
});
