import { foreignParts } from '@portcullis/adapter-pocketbase';
import { expect } from 'chai';

type Origin = Parameters<typeof foreignParts>[0];

const noSignIn = { manageRule: null, authRule: null, identities: null, oauth2: null, otp: null, password: null };
const closed = { rules: [null, null, null, null, null], ...noSignIn, fields: [] };
const files = { name: 'files', ...closed };
const superusers = {
  ...closed,
  name: '_superusers',
  authRule: '',
  identities: '["email"]',
  oauth2: 0,
  otp: 0,
  password: 1,
};

const originWith = (changes: Partial<Origin> = {}): Origin => ({
  objects: [
    {
      type: 'table',
      name: 'files',
      sql: 'CREATE TABLE `files` (`id` TEXT PRIMARY KEY DEFAULT (\'r\'||lower(hex(randomblob(7)))) NOT NULL, "size" NUMERIC DEFAULT 0 NOT NULL)',
    },
  ],
  collections: [files, superusers],
  superusers: ['service@example.com'],
  accounts: 0,
  linkedSignIns: 0,
  settings: { smtp: false, s3: false, schedule: '', backupsS3: false, rateLimits: false, superuserIPs: false },
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
    ];
    for (const sql of definitions)
      expect(kindsOf({ objects: [{ type: 'table', name: 'files', sql }] }), sql).to.deep.equal(['altered_table']);
  });

  it('is a collection of somebody else, once, and each way into it', () => {
    const loot = { ...closed, name: 'loot', rules: ['', null, null, null, null], password: 1 };
    const objects = [{ type: 'view', name: 'loot', sql: '' }];
    const kinds = ['foreign_collection', 'open_rule', 'open_sign_in'];
    expect(kindsOf({ collections: [loot], objects })).to.deep.equal(kinds);
  });

  it('is a field of somebody else, files without a token, another way to sign in, and an account', () => {
    const content = { name: 'content', type: 'file', protected: 1 };
    const kinds = (changes: object): readonly string[] => kindsOf({ collections: [{ ...files, ...changes }] });
    expect(kinds({ fields: [content] })).to.deep.equal([]);
    expect(kinds({ fields: [{ ...content, protected: 0 }] })).to.deep.equal(['open_files']);
    expect(kinds({ fields: [content, { ...content, name: 'more' }] })).to.deep.equal(['foreign_field']);
    expect(kinds({ authRule: '' })).to.deep.equal(['open_sign_in']);
    const byName = { ...superusers, identities: '["verified"]' };
    expect(kindsOf({ collections: [byName] })).to.deep.equal(['open_sign_in']);
    expect(kindsOf({ accounts: 1 })).to.deep.equal(['foreign_account']);
  });

  it('is a second account of a kept superuser, in whatever case', () => {
    const twice = ['service@example.com', 'Service@example.com'];
    expect(kindsOf({ superusers: twice })).to.deep.equal(['foreign_superuser']);
  });

  it('is printed on one line, whatever its name hides', () => {
    const name = `keep\nall"${'x'.repeat(200)}`;
    const [found] = foreignParts(originWith({ objects: [{ type: 'trigger', name, sql: '' }] }), [
      'service@example.com',
    ]);
    expect(found?.what).to.include('keep\\nall').and.have.length.below(150);
    expect(found?.what).to.not.include('\n');
  });
});
