import { pocketbaseClient } from '@portcullis/adapter-pocketbase';
import { aChangeOf, acme, aNew } from '@portcullis/contracts/builders';
import type { RecordStore } from '@portcullis/record-store';
import { expect } from 'chai';
import { aKeyring } from '../../../support/builders/keyrings.ts';
import { tinyJpeg } from '../../../support/images/tiny-jpeg.ts';
import { storesOver } from '../../../support/records/stores-over.ts';
import { mustFail, mustSucceed } from '../../../support/run.ts';
import { useGates } from '../../../support/servers/gated-proxy.ts';
import { usePocketbase } from '../../../support/servers/pocketbase.ts';

const contradiction = { _tag: 'Unavailable', kind: 'unavailable', outageCause: 'missing_row_contradiction' } as const;

/** A request for one row of a collection, or for bytes of it. */
const ofOneRow =
  (collection: string, methods: readonly string[] = ['GET']) =>
  (method: string, path: string): boolean =>
    methods.includes(method) && new RegExp(`^/api/(collections/${collection}/records|files/${collection})/`).test(path);

describe('a 404 for what exists', function () {
  this.timeout(60_000);
  const database = usePocketbase();
  const openGate = useGates();
  let url: string;
  let denied: (method: string, path: string) => boolean = () => false;
  let seen: string[] = [];
  let stores: RecordStore;
  let profile: ReturnType<typeof aNew>['profile'];
  const file = { id: 'file00000000001', kind: 'document_front', contentType: 'image/jpeg' } as const;
  const account = () => ({ email: database().email, password: database().password });

  beforeEach(async () => {
    await database().empty();
    denied = () => false;
    const gate = await openGate(database().url, (method, path) => {
      seen.push(`${method} ${path}`);
      return denied(method, path) ? 'missing' : 'on';
    });
    url = gate.url;
    stores = storesOver(pocketbaseClient({ ...account(), url }), aKeyring('a'));
    const added = aNew();
    profile = added.profile;
    await mustSucceed(stores.profiles.insert(added, null));
    await mustSucceed(stores.files.put({ ...file, profileId: profile.id, bytes: tinyJpeg(), sha256: 'f'.repeat(64) }));
    // Nothing that was kept in memory answers in the place of the database.
    stores = storesOver(pocketbaseClient({ ...account(), url }), aKeyring('a'));
  });

  it('is an outage for a profile, and never a missing one', async () => {
    denied = ofOneRow('profiles');
    expect(await mustFail(stores.profiles.get(acme, profile.id))).to.include(contradiction);
    expect(await mustFail(stores.profiles.getAny(profile.id))).to.include(contradiction);
  });

  it('is passed over when the next answer has the profile', async () => {
    let times = 1;
    const isProfile = ofOneRow('profiles');
    denied = (...asked) => {
      times -= isProfile(...asked) ? 1 : 0;
      return isProfile(...asked) && times >= 0;
    };
    expect(await mustSucceed(stores.profiles.getAny(profile.id))).to.deep.include({ id: profile.id });
  });

  it('costs one statement more where the profile is really missing, and none where it is there', async () => {
    await mustSucceed(stores.profiles.getAny(profile.id));
    seen = [];
    await mustSucceed(stores.profiles.getAny(profile.id));
    expect(seen).to.have.length(1);
    seen = [];
    expect(await mustFail(stores.profiles.getAny('missing00000001'))).to.deep.equal({ _tag: 'NotFound' });
    expect(seen).to.deep.equal([
      'GET /api/collections/profiles/records/missing00000001',
      'GET /api/collections/profiles/records',
    ]);
  });

  it('is an outage when the list is no answer either', async () => {
    denied = (method, path) => method === 'GET' && path.startsWith('/api/collections/profiles/records');
    const failure = await mustFail(stores.profiles.getAny('missing00000001'));
    expect(failure).to.include({ _tag: 'Unavailable' });
  });

  it('is an outage for the row of a file, and for its bytes', async () => {
    for (const files of [ofOneRow('files'), (_: string, path: string) => path.startsWith('/api/files/files/')]) {
      denied = files;
      const failure = await mustFail(stores.files.get(profile.id, file.id));
      expect(failure).to.include({ _tag: 'Unavailable', outageCause: 'missing_row_contradiction' });
    }
  });

  it('is an outage for the removal of a file, which stays', async () => {
    denied = ofOneRow('files', ['DELETE']);
    expect(await mustFail(stores.files.remove(profile.id, file.id))).to.include(contradiction);
    denied = () => false;
    await mustSucceed(stores.files.get(profile.id, file.id));
  });

  it('is an outage for a data key, which is not taken for an erased one', async () => {
    denied = ofOneRow('data_keys');
    const second = { ...file, id: 'file00000000002', profileId: profile.id, bytes: tinyJpeg(), sha256: 'f'.repeat(64) };
    expect(await mustFail(stores.files.put(second))).to.include(contradiction);
    expect(await mustFail(stores.profiles.commit(aChangeOf(profile)))).to.include(contradiction);
  });

  it('is an outage for a key of the service, and no other key is made in its place', async () => {
    const before = await mustSucceed(stores.keys.ofService.keyNamed('signing'));
    const other = storesOver(pocketbaseClient({ ...account(), url }), aKeyring('a'));
    denied = ofOneRow('service_keys');
    expect(await mustFail(other.keys.ofService.keyNamed('signing'))).to.include(contradiction);
    denied = () => false;
    expect(await mustSucceed(other.keys.ofService.keyNamed('signing'))).to.deep.equal(before);
  });

  it('is an outage for an erasure, which reports nothing done', async () => {
    denied = ofOneRow('files', ['PATCH', 'DELETE']);
    expect(await mustFail(stores.eraser.erase(profile))).to.include(contradiction);
    denied = () => false;
    await mustSucceed(stores.eraser.erase(profile));
    expect(await database().admin.collection('files').getFullList()).to.deep.equal([]);
  });

  it('is an outage for a session whose profile did not come with it', async () => {
    const without = storesOver(pocketbaseClient({ ...account(), url }), aKeyring('a'));
    const sessionId = '00000000-0000-4000-8000-000000000001';
    await database()
      .admin.collection('liveness_sessions')
      .create({ id: 'session00000001', session: sessionId, profile: profile.id });
    denied = ofOneRow('profiles');
    const found = await mustFail(without.profiles.findBySession(acme, sessionId));
    expect(found).to.include({ _tag: 'Unavailable' });
  });
});
