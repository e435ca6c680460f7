import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { scenarios } from '@portcullis/adapter-memory';
import { sequentialIds } from '@portcullis/adapter-memory/testing';
import { migrate, postgresClient, postgresDriver } from '@portcullis/adapter-postgres';
import { t } from '@portcullis/domain/kernel';
import { createRecordStore } from '@portcullis/record-store';
import { markFaults } from '@portcullis/record-store/driver';
import { expect } from 'chai';
import { readSchema } from '#adapters/postgres/schema/check-schema';
import { backupCommand } from '#cli/commands/backup-command';
import { copyCommand } from '#cli/commands/copy-command';
import { holdCommand } from '#cli/commands/hold-command';
import { keysCommand } from '#cli/commands/keys-command';
import { retentionCommand } from '#cli/commands/retention-command';
import { doctorCommand } from '#cli/doctor/doctor-command';
import { erasuresCommand } from '#cli/erasures/erasures-command';
import { ledgerCommand } from '#cli/ledger/ledger-command';
import { dataKeysText, keyringFrom } from '../../support/builders/keyrings.ts';
import { performStep, personClientAt, readReply, sendRequest } from '../../support/clients/api-client.ts';
import { newPerson, type PartnerClient, partnerProfile, playJourney } from '../../support/clients/journey.ts';
import { plainPhoto } from '../../support/images/plain-photo.ts';
import { describePostgres, newDatabase } from '../../support/postgres/postgres.ts';
import { aPerson } from '../../support/records/stored-records.ts';
import { mustSucceed } from '../../support/run.ts';
import { openProduction, type Production } from '../../support/servers/production.ts';
import { listenerUrl, machineToken, startService, type Variables } from '../../support/servers/service-program.ts';
import { type CommandRun, endOf, runCommand, startPortcullis } from '../../support/services/commands.ts';

const Events = t.type({ data: t.array(t.type({ id: t.string })), next_after: t.string });
const Redacted = t.type({ redaction: t.type({ completed_at: t.string }) });
const Endpoints = t.type({ data: t.array(t.type({ id: t.string, url: t.string })) });

const DATA_KEYS = dataKeysText('a');
const scopes = 'profiles:read,profiles:write,profiles:erase,verification-history:write,events:read,webhooks:manage';
/** What a person does before the move, and after it. */
const { steps } = scenarios.approve.expected;
const stepsBefore = steps.slice(0, 2);
const stepsAfter = steps.slice(2);

/** Asks until it is so; the service works by itself meanwhile. */
const until = async (isSo: () => Promise<boolean>): Promise<void> => {
  while (!(await isSo())) await sleep(50);
};

describePostgres('npx portcullis copy', () => {
  let production: Production;
  let target: { readonly url: string; readonly drop: () => Promise<void> };
  let photo: Blob;
  let folder: string;

  before('start the service over a PocketBase', async function () {
    this.timeout(120_000);
    photo = await plainPhoto();
    target = await newDatabase();
    folder = await mkdtemp(join(tmpdir(), 'portcullis-copy-'));
    production = await openProduction({
      DATA_KEYS,
      JWT_CLIENT_SCOPES: scopes,
      WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8',
      WEBHOOK_ALLOW_HTTP: 'true',
    });
  });
  after('stop everything', async function () {
    this.timeout(30_000);
    await production.close();
    await rm(folder, { recursive: true });
    await target.drop();
  });

  const partnerAt = (baseUrl: string, token: string): PartnerClient => ({
    baseUrl,
    token,
    photo,
    choose: (scenario) => {
      production.simulator.reset();
      production.simulator.script({ scenario, event: { url: 'https://verify.example.com/verify' } });
      return {};
    },
  });

  const from = (): string => String(production.environment['DATABASE_URL']);
  const ofTarget = (): Variables => ({ ...production.environment, DATABASE_URL: target.url });
  const copy = (env = ofTarget()): Promise<CommandRun> => runCommand(copyCommand, env, '--from', from());

  it('moves everything to a PostgreSQL, over which the service goes on, and the source is not served again', async function () {
    this.timeout(180_000);
    const partner = partnerAt(production.baseUrl, production.token);
    const ask = (path: string, more: object = {}) =>
      sendRequest(partner.baseUrl, { path, token: partner.token, ...more });
    const approved = await playJourney(partner, 'approve');
    const gone = await playJourney(partner, 'approve');
    expect((await ask(`/api/profiles/${gone.person.profileId}`, { method: 'DELETE' })).status).to.equal(202);
    const isErased = async () =>
      Redacted.is(JSON.parse((await ask(`/api/profiles/${gone.person.profileId}`)).bytes.toString()));
    await until(isErased);
    const json = { url: 'http://127.0.0.1:1/hooks', types: ['profile.approved'] };
    expect((await ask('/api/webhook-endpoints', { method: 'POST', json })).status).to.equal(201);
    const waiting = await newPerson(partner, 'approve');
    for (const step of stepsBefore) await performStep(waiting, step, photo);
    const events = readReply(Events, await ask('/api/events'));

    expect(await copy())
      .to.deep.include({ code: 1 })
      .and.have.property('lines')
      .that.includes(
        'A service works with the source, or did less than three minutes ago: it was killed, or the source was restored from a backup of that time. Stop every instance, and call this again; where none runs, wait three minutes first.',
      );
    production.program.child.kill('SIGTERM');
    expect((await production.program.ended).code).to.equal(0);

    const moving = startPortcullis(ofTarget(), 'copy', '--from', from(), '--to', target.url);
    const moved = await endOf(moving);
    expect(moved.lines.at(-1)).to.match(/^The records are at the target, whose installation id is that of before/);
    expect(moved.code).to.equal(0);
    expect(moved.lines.join('\n')).to.match(/^3 profiles, \d+ entries: all verify\.$/m);
    expect(await copy()).to.deep.equal({
      code: 0,
      lines: ['The records were moved to the target before. Nothing is left to do.'],
    });
    expect((await runCommand(ledgerCommand, ofTarget(), 'verify')).code).to.equal(0);

    const again = startService(production.environment);
    expect((await again.ended).code).to.equal(1);
    expect(again.printed()).to.include(markFaults.moved.found).and.to.include(markFaults.moved.remedy);
    const doctor = await runCommand(doctorCommand, production.environment);
    const [, id] = /\(([0-9a-f]{64})\)/.exec(moved.lines.at(-1) ?? '') ?? [];
    expect(doctor.lines.join('\n')).to.include(`${markFaults.moved.found} The installation id in its mark is ${id}.`);
    for (const [command, ...args] of [
      [keysCommand, 'rotate'],
      [holdCommand, 'set', waiting.profileId],
      [erasuresCommand, '--to', join(folder, 'erased')],
      [backupCommand, '--to', folder],
      [ledgerCommand, 'checkpoint', '--to', join(folder, 'heads')],
      [retentionCommand],
    ] as const)
      expect(await runCommand(command, production.environment, ...args)).to.deep.equal({
        code: 1,
        lines: [`The record database cannot be used: ${markFaults.moved.found}`, `  ${markFaults.moved.remedy}`],
      });
    expect(await readdir(folder)).to.deep.equal([]);

    const service = startService(ofTarget());
    try {
      const baseUrl = await listenerUrl(service, 'ready');
      const now = partnerAt(baseUrl, await machineToken(baseUrl));
      const askNow = (path: string) => sendRequest(baseUrl, { path, token: now.token });
      expect((await partnerProfile(now, approved.person.profileId)).status).to.equal('approved');
      const erased = readReply(Redacted, await askNow(`/api/profiles/${gone.person.profileId}`));
      expect(erased.redaction.completed_at).to.be.a('string');
      const { data } = readReply(Events, await askNow('/api/events'));
      // What an event says of a person is erased with them; which events there are, and their order, stays.
      const idsOf = (all: typeof data) => all.map(({ id }) => id);
      expect(idsOf(data).slice(0, events.data.length)).to.deep.equal(idsOf(events.data));
      expect(readReply(Endpoints, await askNow('/api/webhook-endpoints')).data.map(({ url }) => url)).to.deep.equal([
        json.url,
      ]);
      now.choose('approve');
      const person = personClientAt(baseUrl, waiting.profileId, waiting.flowToken);
      for (const step of stepsAfter) await performStep(person, step, photo);
      await until(async () => (await partnerProfile(now, waiting.profileId)).status === 'approved');
      const next = await playJourney(now, 'approve');
      expect(next.ledger).to.deep.include({ ok: true, status: 'approved' });
      await until(async () => {
        const { data: later } = readReply(Events, await askNow(`/api/events?after=${events.next_after}`));
        return later.length > 0;
      });
    } finally {
      service.child.kill('SIGTERM');
      expect((await service.ended).code).to.equal(0);
    }
    expect((await runCommand(ledgerCommand, ofTarget(), 'verify')).code).to.equal(0);
  });

  it('is refused by a target that has records, and without a target or its keys', async () => {
    const { url, drop } = await newDatabase();
    const client = postgresClient({ url });
    try {
      await mustSucceed(migrate(client));
      const stores = createRecordStore(postgresDriver(client), keyringFrom(DATA_KEYS), sequentialIds());
      await mustSucceed(stores.keys.prepare);
      await mustSucceed(stores.profiles.insert(aPerson(), null));
    } finally {
      await client.close();
    }
    const env = production.environment;
    expect(await copy({ ...env, DATABASE_URL: url })).to.have.property('code', 1);
    await drop();
    expect(await copy(env)).to.deep.equal({
      code: 1,
      lines: ['The target is no PostgreSQL: DATABASE_URL or --to names it (postgres://user:password@host/database).'],
    });
    const { DATA_KEYS: _, ...clear } = env;
    expect(await copy({ ...clear, DATABASE_URL: target.url })).to.have.property('code', 78);
    const other = { ...ofTarget(), DATA_KEYS: dataKeysText('b') };
    expect((await copy(other)).lines.join('\n')).to.match(/^The record database is sealed under the data key a/);
    const nobody = await runCommand(copyCommand, ofTarget(), '--from', 'http://127.0.0.1:1');
    expect(nobody).to.have.property('code', 2);
  });

  it('changes nothing in a database that is of something else', async () => {
    const { url, drop } = await newDatabase();
    const client = postgresClient({ url });
    try {
      const text = 'create table "orders" ("id" text primary key)';
      await client.write((session) => session.run({ text, values: [] }), client.remaining({}));
      expect((await copy({ ...production.environment, DATABASE_URL: url })).lines).to.deep.equal([
        'The target has tables of something else (orders). Name an empty database.',
      ]);
      expect([...(await mustSucceed(readSchema(client))).columns.keys()]).to.deep.equal(['orders.id']);
    } finally {
      await client.close();
      await drop();
    }
  });

  it('does not understand addresses of another kind', async () => {
    for (const args of [[], ['--from', target.url], ['--from', from(), '--to', from()]])
      expect((await runCommand(copyCommand, ofTarget(), ...args)).code).to.equal(64);
  });
});
