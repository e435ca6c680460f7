import { aChangeOf, aNew } from '@portcullis/contracts/builders';
import { expect } from 'chai';
import { notifyingStore } from '#app/adapters/notifying-store';
import { storesInMemory } from '../../../support/records/memory-records.ts';
import { mustFail, mustSucceed } from '../../../support/run.ts';

/** A store that counts how often it tells. */
const begin = () => {
  const told = { times: 0 };
  const store = notifyingStore(storesInMemory().profiles, () => {
    told.times += 1;
  });
  return { store, told };
};

/** A change whose entry is of this type. */
const changeOf = (type: string, ...of: Parameters<typeof aChangeOf>) => {
  const { entries, profile } = aChangeOf(...of);
  return { profile, entries: entries.map((entry) => ({ ...entry, type })) };
};

describe('a store of profiles that tells of events', () => {
  it('tells of a profile once it is created, and not where there is one', async () => {
    const { store, told } = begin();
    const added = aNew();
    const task = store.insert(added, null);
    expect(told.times).to.equal(0);
    await mustSucceed(task);
    expect(told.times).to.equal(1);
    await mustFail(task);
    expect(told.times).to.equal(1);
  });

  it('tells of a change of which partners learn once it is stored, and of no other', async () => {
    const { store, told } = begin();
    const added = aNew();
    await mustSucceed(store.insert(added, null));
    const silent = changeOf('evidence_added', added.profile);
    await mustSucceed(store.commit(silent));
    expect(told.times).to.equal(1);
    const consent = changeOf('consent.granted', silent.profile);
    await mustSucceed(store.commit(consent));
    expect(told.times).to.equal(2);
    expect((await mustFail(store.commit(consent)))._tag).to.equal('VersionConflict');
    expect(told.times).to.equal(2);
  });
});
