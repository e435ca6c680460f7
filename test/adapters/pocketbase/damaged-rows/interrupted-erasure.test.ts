import { deterministicId, type Profile } from '@portcullis/domain';
import { expect } from 'chai';
import { attemptFingerprints, digestNo } from '../../../support/builders/attempt-fingerprints.ts';
import { aKeyring } from '../../../support/builders/keyrings.ts';
import { aChangeOf, acme } from '../../../support/builders/profiles.ts';
import { mustFail, mustSucceed } from '../../../support/run.ts';
import { usePocketbase } from '../../../support/servers/pocketbase.ts';
import { aFileOf, aPerson, storeRecords, storesWith } from '../../../support/services/stored-records.ts';
import { storesOver } from '../../../support/services/stores-over.ts';

const destroyed = { reference: '', current: false, claimed: {}, metadata: {}, salt: '' };

describe('an interrupted erasure', function () {
  this.timeout(30_000);
  const database = usePocketbase();
  beforeEach(() => database().empty());

  const eraserWith = (...words: readonly string[]) => storesWith(database(), ...words).eraser;

  /** Leaves a profile whose row is empty and whose key is overwritten, as a process that died there would. */
  const diedAtTheKey = async (): Promise<Profile> => {
    const { profiles } = storesWith(database(), 'a');
    const person = aPerson();
    await mustSucceed(profiles.insert(person, null));
    const tombstone = aChangeOf(person.profile, destroyed);
    await mustSucceed(profiles.commit(tombstone));
    const keys = database().admin.collection('data_keys');
    const row = await keys.getOne(deterministicId(`data_key/${person.profile.id}`));
    await keys.update(row.id, { wrapped: '0'.repeat(String(row['wrapped']).length) });
    return tombstone.profile;
  };

  it('stops no start and no rotation where its process died after it overwrote the key', async () => {
    const profile = await diedAtTheKey();
    const { client } = database();
    expect(await mustSucceed(storesOver(client, aKeyring('a')).keys.check)).to.deep.equal([]);
    expect(await mustSucceed(storesOver(client, aKeyring('b', 'a')).keys.check)).to.deep.equal([]);
    const rotated = await mustSucceed(storesOver(client).rotate(aKeyring('b', 'a'), () => undefined));
    expect({ left: rotated.remaining, wraps: rotated.status.keyUsage, scrubbed: rotated.isPurged }).to.deep.equal({
      left: [],
      wraps: [{ keyId: 'b', dataKeys: 0, serviceKeys: 1 }],
      scrubbed: true,
    });
    expect(await mustSucceed(storesWith(database(), 'b').profiles.getAny(profile.id))).to.deep.equal(profile);
  });

  it('stores nothing more under the overwritten key, and any instance can continue it', async () => {
    const profile = await diedAtTheKey();
    const { files, ledgerReader } = storesWith(database(), 'a');
    const cause = 'the data of this profile was destroyed';
    expect(await mustFail(files.put(aFileOf(profile.id)))).to.include({ _tag: 'Unavailable', cause });
    const entries = await mustSucceed(ledgerReader.entries(profile.id, { afterSeq: 0, limit: 9 }));
    expect(entries.map(({ personal }) => personal)).to.deep.equal([undefined, undefined]);
    await mustSucceed(eraserWith('a').erase(profile));
    const [row] = await database().admin.collection('data_keys').getFullList();
    expect(row?.['wrapped']).to.match(/^0+$/);
    expect((await mustSucceed(storesOver(database().client).keys.status)).keyUsage).to.deep.equal([
      { keyId: 'a', dataKeys: 0, serviceKeys: 1 },
    ]);
  });

  it('leaves nothing of a reference whose profiles are all erased concurrently', async () => {
    const { profiles, duplicateIndex } = storesWith(database());
    const erasing: Profile[] = [];
    for (let n = 0; n < 3; n += 1) {
      const person = aPerson();
      await mustSucceed(profiles.insert(person, null));
      await mustSucceed(
        duplicateIndex.record(attemptFingerprints({ profileId: person.profile.id, reference: digestNo(77) }), 86_400),
      );
      const tombstone = aChangeOf(person.profile, destroyed);
      await mustSucceed(profiles.commit(tombstone));
      erasing.push(tombstone.profile);
    }
    await Promise.all(erasing.map((profile) => mustSucceed(eraserWith().erase(profile))));
    const { admin } = database();
    expect(await admin.collection('sighting_times').getFullList()).to.deep.equal([]);
    expect(await admin.collection('sightings').getFullList()).to.deep.equal([]);
  });

  it('is not stopped by a damaged entry or response', async () => {
    const stores = storesWith(database(), 'a');
    const { kept, claim } = await storeRecords(stores, 1);
    const id = kept[0]?.change.profile.id ?? '';
    const { admin } = database();
    await admin.sql.run(`UPDATE ledger SET data = '"gone"' WHERE profile = '${id}'`);
    await admin.sql.run(`UPDATE idempotency_keys SET answer = '{"else":1}' WHERE profile = '${id}'`);
    await mustSucceed(stores.duplicateIndex.record(attemptFingerprints({ profileId: id }), 86_400));
    await mustSucceed(eraserWith('a').erase({ id, tenant: acme }));
    for (const collection of ['files', 'sightings', 'sighting_times']) {
      expect(await admin.collection(collection).getFullList(), collection).to.deep.equal([]);
    }
    const entries = await admin.collection('ledger').getFullList({ filter: `profile = '${id}'` });
    expect(entries.map(({ data, personal }) => [data, personal])).to.deep.equal([['gone', '']]);
    const again = await mustSucceed(stores.idempotencyKeys.claim({ ...claim, now: '2026-05-01T11:00:00.000Z' }));
    expect(again).to.deep.equal({ state: 'erased' });
  });
});
