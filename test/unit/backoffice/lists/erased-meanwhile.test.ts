import type { ListEntryView } from '@portcullis/backoffice';
import { TE, unavailable } from '@portcullis/domain';
import { damagedRecord } from '@portcullis/domain/kernel';
import { memoryDriver } from '@portcullis/record-store/memory';
import { expect } from 'chai';
import { readLists } from '#backoffice/lists/read-lists';
import { havingShown } from '../../../support/builders/shown.ts';
import { type Stores, storesWith } from '../../../support/records/stored-records.ts';
import { mustFail, mustSucceed } from '../../../support/run.ts';
import { aReviewDesk, aStaffMember } from '../../../support/services/review-desk.ts';

const senior = aStaffMember(1, ['senior']);
const admin = aStaffMember(2, ['admin']);

describe('the lists of a partner, where a profile is erased while what it has shown is put on one', () => {
  const down = TE.left(unavailable('database', 'it is down'));

  /** Puts two documents of a profile on a list, which is erased before the second is written; then something fails. */
  const erasing = async (failing: 'nothing' | 'the answer of the second write' | 'the look at the profile') => {
    const stores = storesWith({ driver: memoryDriver() });
    const quiet = aReviewDesk(stores);
    const one = havingShown({ number: 'A1' });
    const two = havingShown({ number: 'B2', attempt: 2, picture: '2' });
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
    /** What the rows have, whatever is shown of them. */
    const stored = async () =>
      (await mustSucceed(stores.listStore.page('acme', null, null, 9))).flatMap(({ entry }) => entry ?? []);
    return { again: quiet.addToList(order), kept, put: raced.addToList(order), stored };
  };
  const saidOf = (entries: readonly Pick<ListEntryView, 'note' | 'profileId'>[]) =>
    entries.flatMap(({ note, profileId }) => note ?? profileId ?? []);

  it('name neither the profile nor the note from its erasure on, while its data are there yet', async () => {
    const desk = aReviewDesk();
    const one = havingShown({ number: 'A1' });
    const other = havingShown({ number: 'B2', visitorId: 'phone' });
    const erased = await desk.add(60, { id: one.id, evidence: one.evidence });
    // What both have shown keeps the first of them as who has put it there.
    const kept = await desk.add(30, { id: other.id, evidence: [...other.evidence, ...one.evidence] });
    const put = (id: string, kind: 'document' | 'image') =>
      mustSucceed(
        desk.addToList({ caller: senior, list: 'blocked', subject: { by: 'profile', id, kind }, note: `By ${id}.` }),
      );
    await put(erased.id, 'document');
    await put(kept.id, 'document');
    const listed = async (caller = senior) =>
      (await mustSucceed(desk.readLists({ caller, filter: { limit: 9 } }))).items;
    const said = (entries: readonly ListEntryView[]) => saidOf(entries).toSorted();
    const ofBoth = [`By ${erased.id}.`, `By ${kept.id}.`].toSorted();
    expect(said(await listed())).to.deep.equal(ofBoth);
    await mustSucceed(desk.erase({ caller: admin, id: erased.id }));
    const rows = await mustSucceed(desk.stores.listStore.page('acme', null, null, 9));
    expect(rows.flatMap(({ entry }) => entry?.note ?? []).toSorted()).to.deep.equal(ofBoth);
    expect(said(await listed())).to.deep.equal([`By ${kept.id}.`]);
    expect((await listed(admin)).flatMap(({ profileId }) => profileId ?? [])).to.deep.equal([kept.id]);
    const again = await put(kept.id, 'document');
    expect([again.isNew, again.entries.length, said(again.entries)]).to.deep.equal([false, 2, [`By ${kept.id}.`]]);
  });

  it('read each profile of a page once, and fail where nobody can', async () => {
    const desk = aReviewDesk();
    const shown = [havingShown({ number: 'A1' }), havingShown({ number: 'B2', attempt: 2, picture: '2' })] as const;
    const { id } = await desk.add(60, { id: shown[0].id, evidence: shown.flatMap(({ evidence }) => evidence) });
    for (const kind of ['document', 'image'] as const)
      await mustSucceed(
        desk.addToList({ caller: senior, list: 'blocked', subject: { by: 'profile', id, kind }, note: 'Stolen.' }),
      );
    const { listStore, profiles } = desk.stores;
    const asked: string[] = [];
    const get: Stores['profiles']['get'] = (viewer, which) => {
      asked.push(which);
      return profiles.get(viewer, which);
    };
    const read = (over: Partial<Stores['profiles']>) =>
      readLists({ listStore, profiles: { ...profiles, ...over } })({ caller: senior, filter: { limit: 9 } });
    expect((await mustSucceed(read({ get }))).items.length).to.be.greaterThan(2);
    expect(asked).to.deep.equal([id]);
    expect(await mustFail(read({ get: () => down }))).to.include({ _tag: 'Unavailable' });
    const { items } = await mustSucceed(read({ get: () => TE.left(damagedRecord('changed')) }));
    expect(items.filter(({ profileId }) => profileId !== null)).to.deep.equal([]);
  });

  it('keep what was on it before, without the profile and the note, and nothing that comes after the erasure', async () => {
    const { again, kept, put, stored } = await erasing('nothing');
    expect(await mustFail(put)).to.deep.equal({ _tag: 'VersionConflict' });
    expect([(await kept()).length, saidOf(await kept())]).to.deep.equal([1, []]);
    expect(saidOf(await stored())).to.deep.equal([]);
    expect(await mustFail(again)).to.have.nested.property('faults[0].pointer', '/kind');
  });

  it('keep neither where the answer of a write behind the erasure is lost', async () => {
    const { put, stored } = await erasing('the answer of the second write');
    expect(await mustFail(put)).to.include({ _tag: 'Unavailable' });
    expect([(await stored()).length, saidOf(await stored())]).to.deep.equal([1, []]);
  });

  it('keep neither where nobody could look for an erasure', async () => {
    const { again, kept, put, stored } = await erasing('the look at the profile');
    expect(await mustFail(put)).to.deep.equal({ _tag: 'VersionConflict' });
    expect([saidOf(await stored()), saidOf(await kept())]).to.deep.equal([[], []]);
    expect(await mustFail(again)).to.have.nested.property('faults[0].pointer', '/kind');
  });
});
