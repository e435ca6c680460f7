import { openRecordStore } from '@portcullis/adapter-pocketbase';
import { keyringOf, remainingCount } from '@portcullis/record-store';
import type { ObjectStore } from '@portcullis/record-store/driver';
import { type Simulator, startSimulator } from '@portcullis/vendor-simulator';
import { expect } from 'chai';
import { aKey, aKeyring } from '../support/builders/keyrings.ts';
import { sequentialIds } from '../support/clock/sequential-ids.ts';
import { storeAt } from '../support/objects/object-stores.ts';
import { simulatedPlace } from '../support/objects/places.ts';
import { aFileOf, aPerson, canaryWord } from '../support/records/stored-records.ts';
import { mustFail, mustSucceed } from '../support/run.ts';
import { adminAccount, usePocketbase } from '../support/servers/pocketbase.ts';

describe('pictures in an object store, over a real PocketBase', function () {
  this.timeout(60_000);
  const database = usePocketbase();
  let simulator: Simulator;
  before(async () => {
    simulator = await startSimulator({ environment: 'test' });
  });
  after(() => simulator.close());
  beforeEach(() => database().empty());

  const bucket = (prefix: string): ObjectStore => storeAt(simulatedPlace(simulator), { prefix });
  const open = (objects: ObjectStore | null, ...words: readonly string[]) =>
    openRecordStore({
      ...adminAccount,
      url: database().url,
      keyring: keyringOf(words.map(aKey)),
      ids: sequentialIds(),
      objects,
    });
  const keysIn = async (objects: ObjectStore) =>
    (await mustSucceed(objects.list('', null, 100))).map(({ key }) => key).filter((key) => key !== 'installation');

  it('are sealed there, read by every process, verified, and erased with their profile', async () => {
    const objects = bucket('erased/');
    const stores = open(objects, 'a');
    expect(await mustSucceed(stores.objects.check)).to.deep.equal([]);
    const person = aPerson();
    const other = aPerson();
    const files = [aFileOf(person.profile.id), aFileOf(person.profile.id), aFileOf(other.profile.id)];
    for (const change of [person, other]) await mustSucceed(stores.profiles.insert(change, null));
    for (const file of files) await mustSucceed(stores.files.put(file));
    expect(await keysIn(objects)).to.have.length(3);
    for (const key of await keysIn(objects))
      expect(Buffer.from((await mustSucceed(objects.get(key))) ?? []).toString('latin1')).to.not.include(canaryWord);

    const [file, , theirs] = files;
    if (file === undefined || theirs === undefined) throw new Error('there are three files');
    const read = await mustSucceed(open(objects, 'a').files.get(file.profileId, file.id));
    expect(Buffer.from(read.bytes)).to.deep.equal(file.bytes);
    await mustSucceed(stores.files.put(file));
    expect(await keysIn(objects)).to.have.length(3);
    expect(await mustSucceed(stores.testWrite)).to.equal(undefined);
    expect(await keysIn(objects)).to.have.length(3);

    await mustSucceed(stores.eraser.erase(person.profile));
    await mustSucceed(stores.eraser.erase(person.profile));
    expect(await keysIn(objects)).to.satisfy(
      (keys: readonly string[]) =>
        keys.length === 1 && keys.every((key) => key.startsWith(`${theirs.profileId}/${theirs.id}/`)),
    );
    expect(Buffer.from((await mustSucceed(stores.files.get(theirs.profileId, theirs.id))).bytes)).to.deep.equal(
      theirs.bytes,
    );
  });

  it('stay readable where the database has their bytes, and leave it when a rotation seals them', async () => {
    const objects = bucket('moved/');
    const clear = open(null);
    const person = aPerson();
    const file = aFileOf(person.profile.id);
    await mustSucceed(clear.profiles.insert(person, null));
    await mustSucceed(clear.files.put(file));
    const stores = open(objects, 'a');
    expect(Buffer.from((await mustSucceed(stores.files.get(file.profileId, file.id))).bytes)).to.deep.equal(file.bytes);
    expect(await keysIn(objects)).to.deep.equal([]);
    await mustSucceed(stores.rotate(aKeyring('a'), () => undefined));
    expect(remainingCount(await mustSucceed(stores.keys.status), 'a')).to.equal(0);
    expect(await keysIn(objects)).to.have.length(1);
    const moved = open(objects, 'a').files.get(file.profileId, file.id);
    expect(Buffer.from((await mustSucceed(moved)).bytes)).to.deep.equal(file.bytes);
    expect(await mustFail(open(null, 'a').files.get(file.profileId, file.id))).to.include({ kind: 'not_configured' });
    await mustSucceed(stores.files.remove(file.profileId, file.id));
    expect(await keysIn(objects)).to.deep.equal([]);
  });
});
