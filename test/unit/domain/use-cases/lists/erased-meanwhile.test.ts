import { TE, unavailable } from '@portcullis/domain';
import type { ListEntryView } from '@portcullis/domain/use-cases';
import { memoryDriver } from '@portcullis/record-store/memory';
import { expect } from 'chai';
import { havingShown } from '../../../../support/builders/shown.ts';
import { type Stores, storesWith } from '../../../../support/records/stored-records.ts';
import { mustFail, mustSucceed } from '../../../../support/run.ts';
import { aReviewDesk, aStaffMember } from '../../../../support/services/review-desk.ts';

const senior = aStaffMember(1, ['senior']);
const admin = aStaffMember(2, ['admin']);

describe('the lists of a partner, where a profile is erased while what it has shown is put on one', () => {
  const down = TE.left(unavailable('database', 'it is down'));

  /** Puts two documents of a profile on a list, which is erased before the second is written; then something fails. */
  const erasing = async (failing: 'nothing' | 'the answer of the second write' | 'the look at the profile') => {
    const stores = storesWith({ driver: memoryDriver() });
    const quiet = aReviewDesk(stores);
    const [one, two] = [havingShown({ number: 'A1' }), havingShown({ number: 'B2', attempt: 2, picture: '2' })];
    const profile = await quiet.add(60, { id: one.id, evidence: [...one.evidence, ...two.evidence] });
    let writes = 0;
    const erase = async () => {
      const erased = await mustSucceed(quiet.erase({ caller: admin, id: profile.id }));
      await mustSucceed(stores.eraser.erase(erased));
    };
    const add: Stores['listStore']['add'] = (entry, ledger) => async () => {
      writes += 1;
      if (writes === 2) await erase();
      const added = await stores.listStore.add(entry, ledger)();
      return writes === 2 && failing === 'the answer of the second write' ? down() : added;
    };
    const get: Stores['profiles']['get'] = (viewer, id) => () =>
      (writes === 2 && failing === 'the look at the profile' ? down : stores.profiles.get(viewer, id))();
    const listStore = { ...stores.listStore, add };
    const raced = aReviewDesk({ ...stores, listStore, profiles: { ...stores.profiles, get } });
    const subject = { by: 'profile', id: profile.id, kind: 'document' } as const;
    const order = { caller: senior, list: 'blocked', subject, note: 'Reported as stolen.' } as const;
    const kept = async () => (await mustSucceed(quiet.readLists({ caller: senior, filter: { limit: 9 } }))).items;
    return { again: quiet.addToList(order), kept, put: raced.addToList(order) };
  };
  const saidOf = (entries: readonly ListEntryView[]) =>
    entries.flatMap(({ note, profileId }) => note ?? profileId ?? []);

  it('keep what it is, and neither the profile nor the note', async () => {
    const { kept, put } = await erasing('nothing');
    const { entries, isNew } = await mustSucceed(put);
    expect([isNew, entries.length, saidOf(entries)]).to.deep.equal([true, 2, []]);
    expect(await kept()).to.have.deep.members([...entries]);
  });

  it('keep neither where the answer of a write behind the erasure is lost', async () => {
    const { kept, put } = await erasing('the answer of the second write');
    expect(await mustFail(put)).to.include({ _tag: 'Unavailable' });
    expect([(await kept()).length, saidOf(await kept())]).to.deep.equal([2, []]);
  });

  it('keep neither from the next request on where nobody could look for an erasure', async () => {
    const { again, kept, put } = await erasing('the look at the profile');
    expect(await mustFail(put)).to.include({ _tag: 'Unavailable' });
    expect(saidOf(await kept())).to.deep.equal(['Reported as stolen.']);
    expect(await mustFail(again)).to.have.nested.property('faults[0].pointer', '/kind');
    expect([(await kept()).length, saidOf(await kept())]).to.deep.equal([2, []]);
  });
});
