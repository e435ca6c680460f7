import { sequentialIds } from '@portcullis/adapter-memory/testing';
import { openRecordStore } from '@portcullis/adapter-pocketbase';
import type { ObjectStore } from '@portcullis/record-store/driver';
import { type Simulator, startSimulator } from '@portcullis/vendor-simulator';
import { expect } from 'chai';
import { aKeyring } from '../support/builders/keyrings.ts';
import { storeAt } from '../support/objects/object-stores.ts';
import { simulatedPlace } from '../support/objects/places.ts';
import { aFileOf, aPerson, canaryWord } from '../support/records/stored-records.ts';
import { mustSucceed } from '../support/run.ts';
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
  const open = (objects: ObjectStore) =>
    openRecordStore({
      ...adminAccount,
      url: database().url,
      keyring: aKeyring(),
      ids: sequentialIds(),
      objects,
    });
  const keysIn = async (objects: ObjectStore) =>
    (await mustSucceed(objects.list('', null, 100))).map(({ key }) => key).filter((key) => key !== 'installation');

  it('are sealed there, read by every process, verified, and erased with their profile', async () => {
    const objects = bucket('erased/');
    const stores = open(objects);
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
    const read = await mustSucceed(open(objects).files.get(file.profileId, file.id));
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
});
