import { sequentialIds } from '@portcullis/adapter-memory/testing';
import { concernsOneRecord } from '@portcullis/domain/kernel';
import { createRecordStore, filesInObjects, type ObjectSweep } from '@portcullis/record-store';
import type { ObjectStore } from '@portcullis/record-store/driver';
import { memoryDriver, memoryObjectStore } from '@portcullis/record-store/memory';
import { expect } from 'chai';
import { idOf, profileOf } from '#contracts/builders/driver-rows';
import { memoryTables } from '#record-store/memory/tables';
import { aKeyring } from '../../../support/builders/keyrings.ts';
import { aFileOf, aPerson } from '../../../support/records/stored-records.ts';
import { mustFail, mustSucceed } from '../../../support/run.ts';

/** An installation whose object store has the time of `clock`. */
const anInstallation = (objects: ObjectStore, salt = 'a') => {
  const ids = { ...sequentialIds(), salt: () => salt.repeat(64) };
  const engine = filesInObjects(memoryDriver(memoryTables()), objects);
  return createRecordStore(engine, aKeyring('a'), ids, null, objects);
};

const never = (): never => {
  throw new Error('there is an object store');
};

const orphan = (n: number): string => `${profileOf(9)}/${idOf(n)}/${String(n).padStart(32, '0')}`;

describe('the sweep of an object store', () => {
  it('removes the objects without a row that are old enough, page by page, and nothing else', async () => {
    const clock = { now: 1000 };
    const objects = new Map();
    const store = memoryObjectStore(objects, () => clock.now);
    const { files, objects: swept, profiles } = anInstallation(store);
    expect(await mustSucceed(swept.check)).to.deep.equal([]);
    const person = aPerson();
    await mustSucceed(profiles.insert(person, null));
    const file = aFileOf(person.profile.id);
    await mustSucceed(files.put(file));
    for (let n = 1; n <= 150; n += 1) await mustSucceed(store.put(orphan(n), Buffer.from('x')));
    await mustSucceed(store.put('of-somebody-else', Buffer.from('x')));
    clock.now = 5000;
    await mustSucceed(store.put(orphan(900), Buffer.from('new')));

    let removed = 0;
    for (let after: string | null = null, page = 0; page === 0 || after !== null; page += 1) {
      const done: ObjectSweep = await mustSucceed(swept.sweep?.(5000, after) ?? never());
      removed += done.removed;
      after = done.next;
    }
    expect(removed).to.equal(150);
    expect(objects.size).to.equal(4);
    expect([...objects.keys()]).to.include.members([orphan(900), 'of-somebody-else', 'installation']);
    expect((await mustSucceed(files.get(file.profileId, file.id))).bytes).to.have.length(file.bytes.length);
  });

  it('removes nothing, and lets nobody start, where the objects are those of another installation', async () => {
    const objects = new Map();
    const store = memoryObjectStore(objects);
    const first = anInstallation(store, 'a');
    const second = anInstallation(store, 'b');
    expect(await mustSucceed(first.objects.owner ?? never())).to.equal('nobody');
    expect(await mustSucceed(first.objects.check)).to.deep.equal([]);
    await mustSucceed(store.put(orphan(1), Buffer.from('theirs')));
    expect((await mustSucceed(second.objects.check)).map(({ what }) => what)).to.deep.equal([
      'The objects at FILES_URL are those of another installation.',
    ]);
    expect(await mustSucceed(second.objects.owner ?? never())).to.equal('other');
    const refusal = await mustFail(second.objects.sweep?.(10, null) ?? never());
    expect(refusal).to.include({ kind: 'rejected' });
    expect(concernsOneRecord(refusal)).to.equal(false);
    expect([...objects.keys()]).to.include(orphan(1));
  });

  it('is missed where rows name objects and there is no object store', async () => {
    const tables = memoryTables();
    const store = memoryObjectStore();
    const withStore = createRecordStore(filesInObjects(memoryDriver(tables), store), aKeyring('a'), sequentialIds());
    const without = createRecordStore(filesInObjects(memoryDriver(tables), null), aKeyring('a'), sequentialIds());
    expect(await mustSucceed(without.objects.check)).to.deep.equal([]);
    const person = aPerson();
    await mustSucceed(withStore.profiles.insert(person, null));
    await mustSucceed(withStore.files.put(aFileOf(person.profile.id)));
    expect((await mustSucceed(without.objects.check)).map(({ what }) => what)).to.deep.equal([
      'Files are in an object store, and FILES_URL is not set.',
    ]);
    expect([without.objects.sweep, without.objects.owner]).to.deep.equal([null, null]);
  });
});
