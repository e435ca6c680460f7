import { pocketbaseClient } from '@portcullis/adapter-pocketbase';
import { anotherBuild, recordsFormat } from '@portcullis/record-store/driver';
import { expect } from 'chai';
import { checkLimits, checkSchema } from '#adapters/pocketbase/schema/check-schema';
import { waitForDatabase } from '#adapters/pocketbase/schema/wait-for-database';
import { mustFail, mustSucceed } from '../../../support/run.ts';
import { adminAccount, useOwnPocketbase } from '../../../support/servers/pocketbase.ts';
import { startStub } from '../../../support/servers/stub-server.ts';

type Fault = { readonly what: string; readonly remedy: string };

describe('the schema check', function () {
  this.timeout(60_000);
  const database = useOwnPocketbase();
  before(() => database().admin.settings.update({ rateLimits: { excludedIPs: [] } }));

  const faults = (): Promise<readonly Fault[]> => mustSucceed(checkSchema(database().client));

  /** Plants a fault, checks, and removes it: the next case finds the schema as the migrations made it. */
  const withPlanted = async (
    plant: () => Promise<unknown>,
    remedy: () => Promise<unknown>,
  ): Promise<readonly Fault[]> => {
    await plant();
    try {
      return await faults();
    } finally {
      await remedy();
    }
  };

  const changed = async (name: string, change: object): Promise<readonly Fault[]> => {
    const { admin } = database();
    const before = await admin.collections.getOne(name);
    return withPlanted(
      () => admin.collections.update(name, change),
      () => admin.collections.update(before.id, before),
    );
  };

  const fieldsOf = async (name: string): Promise<readonly { readonly [key: string]: unknown }[]> =>
    (await database().admin.collections.getOne(name)).fields;

  afterEach(async () => expect(await faults()).to.deep.equal([]));

  it('finds nothing after the migrations', async () => {
    expect(await faults()).to.deep.equal([]);
  });

  it('finds nothing but that another build has made it where its records have another format, or none', async () => {
    const { admin } = database();
    for (const format of [0, recordsFormat - 1]) {
      const found = await withPlanted(
        () => admin.sql.run(`UPDATE installation SET format = ${format}`),
        () => admin.sql.run(`UPDATE installation SET format = ${recordsFormat}`),
      );
      expect(found).to.deep.equal([anotherBuild]);
    }
    const fields = (await fieldsOf('installation')).filter(({ name }) => name !== 'format');
    expect(await changed('installation', { fields })).to.deep.equal([anotherBuild]);
    await admin.sql.run(`UPDATE installation SET format = ${recordsFormat}`);
  });

  it('finds that batches are off, too few or too small', async () => {
    const { admin } = database();
    const good = (await admin.settings.getAll())['batch'];
    const withBatch = (batch: object) =>
      withPlanted(
        () => admin.settings.update({ batch }),
        () => admin.settings.update({ batch: good }),
      );
    const where = 'in Settings > Application > Batch API of the dashboard';
    expect(await withBatch({ enabled: false })).to.deep.equal([
      { what: 'Batch requests are off.', remedy: `Turn them on ${where}.` },
    ]);
    expect(await withBatch({ maxRequests: 10 })).to.deep.equal([
      { what: 'A batch takes too few requests.', remedy: `Allow 50 or more ${where}.` },
    ]);
    expect(await withBatch({ maxBodySize: 1000 })).to.deep.equal([
      { what: 'A batch takes too few bytes.', remedy: `Allow 16777216 bytes or more ${where}.` },
    ]);
  });

  it('finds that requests are logged, whatever the level', async () => {
    const { admin } = database();
    for (const logs of [{ maxDays: 2 }, { maxDays: 1, minLevel: 9 }]) {
      const found = await withPlanted(
        () => admin.settings.update({ logs }),
        () => admin.settings.update({ logs: { maxDays: 0, minLevel: 8 } }),
      );
      expect(found).to.deep.equal([
        {
          what: 'PocketBase keeps a log of requests, in which file tokens and searched values stand.',
          remedy: 'Set the days of retention to 0 in Logs > Logs settings of the dashboard.',
        },
      ]);
    }
  });

  it('says that sign-ins are not limited, which keeps nobody from starting', async () => {
    const { admin, client } = database();
    expect(await mustSucceed(checkLimits(client))).to.deep.equal([]);
    const { rateLimits } = await admin.settings.getAll();
    await admin.settings.update({ rateLimits: { enabled: false } });
    const [warning] = await mustSucceed(checkLimits(client));
    expect(warning?.what).to.equal('PocketBase limits no sign-ins, so that passwords can be tried.');
    expect(await faults()).to.deep.equal([]);
    await admin.settings.update({ rateLimits });
  });

  it('says that limits of sign-ins are looser, under whatever label, and nothing of stricter ones', async () => {
    const { admin, client } = database();
    const { rateLimits } = await admin.settings.getAll();
    const rule = (label: string, maxRequests: number, audience = '@guest') => {
      return { label, audience, maxRequests, duration: 60 };
    };
    const others = [rule('*:requestOTP', 60), rule('*:requestPasswordReset', 60)];
    const daily = { ...rule('*:auth', 86_400), duration: 86_400 };
    const whatOf = async (...rules: readonly object[]) => {
      await admin.settings.update({ rateLimits: { enabled: true, rules } });
      return (await mustSucceed(checkLimits(client))).map(({ what }) => what);
    };
    const loose = (labels: string) => [
      `PocketBase lets passwords be tried more often than its migration does: ${labels}.`,
    ];
    for (const looser of [rule('*:auth', 61), daily])
      expect(await whatOf(looser, ...others), String(looser.duration)).to.deep.equal(loose('*:auth'));
    expect(await whatOf(rule('*:auth', 60, '@auth'), ...others)).to.deep.equal(loose('*:auth'));
    expect(await whatOf(rule('users:auth', 60), rule('/api/', 60))).to.deep.equal(
      loose('*:auth, *:requestOTP, *:requestPasswordReset'),
    );
    for (const label of ['_superusers:auth', '_superusers:authWithPassword', '*:authWithPassword'])
      expect(await whatOf(rule('*:auth', 60), rule(label, 5000), ...others), label).to.deep.equal(loose('*:auth'));
    expect(await whatOf(rule('*:auth', 10, ''), rule('users:auth', 5000), ...others)).to.deep.equal([]);
    expect(await whatOf(rule('_superusers:auth', 5), rule('*:auth', 500), ...others)).to.deep.equal([]);
    await admin.settings.update({ rateLimits });
    expect(await mustSucceed(checkLimits(client))).to.deep.equal([]);
  });

  it('says from which addresses sign-ins are not limited', async () => {
    const { admin, client } = database();
    const { rateLimits } = await admin.settings.getAll();
    const excludedIPs = ['0.0.0.0/0', '203.0.113.7'];
    await admin.settings.update({ rateLimits: { ...rateLimits, excludedIPs } });
    expect((await mustSucceed(checkLimits(client))).map(({ what }) => what)).to.deep.equal([
      'PocketBase limits no sign-ins from 0.0.0.0/0, 203.0.113.7, so that passwords can be tried from there.',
    ]);
    await admin.settings.update({ rateLimits });
  });

  it('finds that an index is missing, or no longer unique', async () => {
    const unique = 'CREATE UNIQUE INDEX idx_ledger_profile_seq ON ledger (profile, seq)';
    const others = [
      'CREATE INDEX idx_ledger_follows ON ledger (follows)',
      'CREATE INDEX idx_ledger_place ON ledger (place, profile, seq)',
      'CREATE INDEX idx_ledger_feed ON ledger (partner_key, feed_place)',
    ];
    const expected = [
      { what: 'The collection ledger lacks an index.', remedy: `Add to the collection ledger: ${unique}` },
    ];
    expect(await changed('ledger', { indexes: others })).to.deep.equal(expected);
    expect(await changed('ledger', { indexes: [...others, unique.replace('UNIQUE ', '')] })).to.deep.equal(expected);
  });

  it('accepts an index of another name and spelling', async () => {
    const indexes = [
      'create unique  index `another` on `ledger` ( `profile`,`seq` )',
      'CREATE INDEX idx_ledger_follows ON ledger (follows)',
      'CREATE INDEX idx_ledger_place ON ledger (place, profile, seq)',
      'CREATE INDEX idx_ledger_feed ON ledger (partner_key, feed_place)',
    ];
    expect(await changed('ledger', { indexes })).to.deep.equal([]);
  });

  for (const rule of ['listRule', 'viewRule', 'createRule', 'updateRule', 'deleteRule']) {
    it(`finds that ${rule} was opened`, async () => {
      expect(await changed('files', { [rule]: '' })).to.deep.equal([
        {
          what: `files.${rule} lets others in than superusers.`,
          remedy: `Set the rule ${rule} of the collection files to "superusers only" (null).`,
        },
      ]);
      expect((await changed('files', { [rule]: 'id = @request.auth.id' })).map(({ what }) => what)).to.deep.equal([
        `files.${rule} lets others in than superusers.`,
      ]);
    });
  }

  it('finds that anybody may sign up', async () => {
    expect(await changed('users', { createRule: '' })).to.deep.equal([
      {
        what: 'Anybody may sign up in the collection users.',
        remedy:
          'Set the rule createRule of the collection users to "superusers only" (null), or delete the collection.',
      },
    ]);
  });

  it('finds that a field is unprotected, too small, of another type or missing', async () => {
    const files = await fieldsOf('files');
    const open = files.map((field) => (field['name'] === 'content' ? { ...field, protected: false } : field));
    expect(await changed('files', { fields: open })).to.deep.equal([
      { what: 'files.content can be read without a token.', remedy: 'Set the field files.content to protected.' },
    ]);
    const profiles = await fieldsOf('profiles');
    const small = profiles.map((field) => (field['name'] === 'data' ? { ...field, maxSize: 1000 } : field));
    expect(await changed('profiles', { fields: small })).to.deep.equal([
      { what: 'profiles.data takes too little.', remedy: 'Set maxSize of the field profiles.data to 7340032 or more.' },
    ]);
    const settings = await fieldsOf('settings');
    const without = settings.filter(({ name }) => name !== 'value');
    expect((await changed('settings', { fields: without })).map(({ what }) => what)).to.deep.equal([
      'The field settings.value is missing.',
    ]);
    const text = [...without, { type: 'text', name: 'value' }];
    expect((await changed('settings', { fields: text })).map(({ what }) => what)).to.deep.equal([
      'The field settings.value is of type text instead of json.',
    ]);
  });

  it('finds that a collection is missing', async () => {
    const { admin } = database();
    const before = await admin.collections.getOne('settings');
    const found = await withPlanted(
      () => admin.collections.delete('settings'),
      () => admin.collections.create(before),
    );
    expect(found.map(({ what }) => what)).to.deep.equal(['The collection settings is missing.']);
    expect(found[0]?.remedy).to.match(/^Apply the migrations .*--migrationsDir/);
  });
});

describe('the wait for the database', () => {
  const clientOf = (url: string) => pocketbaseClient({ ...adminAccount, url, deadlineMs: 5000 });

  it('polls with growing pauses until the database is healthy', async () => {
    let asked = 0;
    const stub = await startStub((_, response) => {
      asked += 1;
      if (asked < 8) response.writeHead(503).end('{}');
      else response.writeHead(200, { 'content-type': 'application/json' }).end('{"code":200,"message":"healthy"}');
    });
    const pauses: number[] = [];
    const sleep = async (milliseconds: number): Promise<void> => void pauses.push(milliseconds);
    await mustSucceed(waitForDatabase(clientOf(stub.url), { waitMs: 30_000, sleep }));
    await stub.close();
    expect(pauses).to.deep.equal([50, 100, 200, 400, 800, 1000, 1000]);
  });

  it('does not treat a web page as a healthy database, and gives up after a time limit', async () => {
    const stub = await startStub((_, response) => response.writeHead(200).end('<html></html>'));
    const pauses: number[] = [];
    const sleep = async (milliseconds: number): Promise<void> => void pauses.push(milliseconds);
    const failure = await mustFail(waitForDatabase(clientOf(stub.url), { waitMs: 2000, sleep }));
    await stub.close();
    expect(failure).to.include({ _tag: 'Unavailable', service: 'database', kind: 'invalid_response' });
    expect(pauses).to.deep.equal([50, 100, 200, 400, 800]);
  });
});
