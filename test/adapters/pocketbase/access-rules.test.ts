import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { aNew, freshId } from '@portcullis/contracts/builders';
import { expect } from 'chai';
import { storesOver } from '../../support/records/stores-over.ts';
import { mustSucceed } from '../../support/run.ts';
import { usePocketbase } from '../../support/servers/pocketbase.ts';

const asJson = { 'content-type': 'application/json' };

describe('the record database without the service’s account', function () {
  this.timeout(60_000);
  const database = usePocketbase();

  const statusOf = async (path: string, init: RequestInit = {}): Promise<number> => {
    const answer = await fetch(`${database().url}${path}`, init);
    await answer.arrayBuffer();
    return answer.status;
  };

  it('refuses a sign-up', async () => {
    const body = JSON.stringify({ email: 'a@b.example', password: 'password-1', passwordConfirm: 'password-1' });
    expect(await statusOf('/api/collections/users/records', { method: 'POST', headers: asJson, body })).to.equal(403);
    expect((await database().admin.collection('users').getList(1, 1)).totalItems).to.equal(0);
  });

  it('refuses to list, read, create, update and delete rows of every collection', async () => {
    const added = aNew();
    await mustSucceed(storesOver(database().client).profiles.insert(added, null));
    const kept = ['profiles', 'data_keys', 'service_keys', 'ledger', 'liveness_sessions'];
    const seen = ['device_events', 'sighting_keys', 'sightings', 'sighting_times', 'sighting_lists'];
    for (const name of [...kept, ...seen, 'policies', 'files', 'settings', 'usage_counters', 'installation']) {
      const rows = `/api/collections/${name}/records`;
      expect(await statusOf(rows), name).to.equal(403);
      expect(await statusOf(`${rows}/${added.profile.id}`), name).to.equal(403);
      expect(await statusOf(rows, { method: 'POST', headers: asJson, body: '{}' }), name).to.equal(403);
      for (const method of ['PATCH', 'DELETE']) {
        const status = await statusOf(`${rows}/${added.profile.id}`, { method, headers: asJson, body: '{}' });
        expect(status, `${method} ${name}`).to.equal(403);
      }
    }
  });

  it('answers the bytes of a file only to a file token', async () => {
    const { admin, client } = database();
    const file = {
      id: freshId('f'),
      profileId: 'profile00000001',
      kind: 'document_front',
      contentType: 'image/png',
      bytes: new TextEncoder().encode('not for everybody'),
      sha256: '1'.repeat(64),
    } as const;
    await mustSucceed(storesOver(client).files.put(file));
    const row = await admin.collection('files').getOne(file.id);
    // The name is made from the kind of the file, never from the name that a client gave it.
    expect(row['content']).to.match(/^document_front_[a-z0-9]+(\.[a-z]+)?$/);
    const path = `/api/files/files/${file.id}/${row['content']}`;
    expect(await statusOf(path)).to.equal(404);
    expect(await statusOf(path, { headers: { authorization: admin.authStore.token } })).to.equal(404);
    expect(await statusOf(`${path}?token=${admin.authStore.token}`)).to.equal(404);
    expect(await statusOf(`${path}?token=${await admin.files.getToken()}`)).to.equal(200);
  });

  it('keeps no log of requests, and no addresses of callers should the log be turned on', async () => {
    const { logs } = await database().admin.settings.getAll();
    expect(logs).to.deep.equal({ maxDays: 0, minLevel: 8, logIP: false, logAuthId: false });
  });

  it('writes nothing outside the folders that it was given', async () => {
    const { dataDir } = database();
    expect((await readFile(join(dataDir, 'data.db'))).subarray(0, 15).toString()).to.equal('SQLite format 3');
  });
});
