import { memoryDriver } from '@portcullis/record-store/memory';
import { expect } from 'chai';
import { havingShown } from '../../../support/builders/shown.ts';
import { storesWith } from '../../../support/records/stored-records.ts';
import { mustFail, mustSucceed } from '../../../support/run.ts';
import { aReviewDesk, aStaffMember } from '../../../support/services/review-desk.ts';

const senior = aStaffMember(1, ['senior']);
const ofTeam = (teamId: string) => ({ ...senior, tenant: { partnerId: 'acme', teamId } });
const ofGlobex = { ...senior, tenant: { partnerId: 'globex', teamId: null } };
const inPrint = { by: 'document', number: 'L898 902-C3', issuer: 'UTO' } as const;

describe('the lists of a partner, with an entry that does not open', () => {
  for (const [column, entry] of [
    ['note', 'whose note does not open'],
    ['list', 'of which nobody knows on which list it is'],
  ] as const)
    it(`take an entry off, or turn it, ${entry}, and show what else is known of its profile`, async () => {
      const driver = memoryDriver();
      const stores = storesWith({ driver }, 'a');
      await mustSucceed(stores.keys.prepare);
      const desk = aReviewDesk(stores);
      const shown = [havingShown({ number: 'A1' }), havingShown({ number: 'A1' })];
      for (const [n, { evidence, id }] of shown.entries()) await desk.add(5 + n, { id, evidence });
      const order = { subject: { by: 'profile', id: shown[0]?.id ?? '', kind: 'document' }, note: 'Stolen.' } as const;
      const put = (list: 'allowed' | 'blocked', caller = senior) => desk.addToList({ ...order, caller, list });
      const [first] = (await mustSucceed(put('blocked'))).entries;
      const id = first?.id ?? '';
      const damage = async () => {
        const row = await mustSucceed(driver.get('sighting_lists', id));
        const columns = { [column]: `${String(row?.[column]).slice(0, -4)}AAAA` };
        await mustSucceed(driver.transaction([{ kind: 'update', table: 'sighting_lists', id, columns }]));
      };
      await damage();
      const { lists } = await mustSucceed(desk.duplicates({ caller: senior, id: shown[1]?.id ?? '' }));
      expect(lists).to.deep.equal(column === 'note' ? [{ kind: 'document', list: 'blocked' }] : []);
      for (const list of ['allowed', 'blocked'] as const)
        expect(await mustFail(put(list, ofTeam('north')))).to.include({ _tag: 'NotFound' });
      const turned = await mustSucceed(put('allowed'));
      expect(turned).to.deep.include({ isNew: true }).and.nested.include({ 'entries[0].id': id });
      await damage();
      expect((await mustSucceed(put('allowed'))).isNew).to.equal(true);
      expect((await mustSucceed(put('allowed'))).isNew).to.equal(false);
      await damage();
      for (const caller of [ofGlobex, ofTeam('north')])
        expect(await mustFail(desk.removeFromList({ caller, id }))).to.include({ _tag: 'NotFound' });
      await mustSucceed(desk.removeFromList({ caller: senior, id }));
      expect((await mustSucceed(desk.readLists({ caller: senior, filter: { limit: 9 } }))).damaged).to.equal(0);
    });

  it('are not turned by a team where nobody knows who has put it there', async () => {
    const driver = memoryDriver();
    const desk = aReviewDesk(storesWith({ driver }));
    const put = (list: 'allowed' | 'blocked', caller: typeof senior = ofTeam('north')) =>
      desk.addToList({ caller, list, subject: inPrint, note: 'Stolen.' });
    const id = (await mustSucceed(put('blocked'))).entries[0]?.id ?? '';
    await mustSucceed(driver.transaction([{ kind: 'update', table: 'sighting_lists', id, columns: { data: '%7B' } }]));
    for (const list of ['allowed', 'blocked'] as const)
      expect(await mustFail(put(list))).to.have.nested.property('faults[0].pointer', '/list');
    expect((await mustSucceed(put('blocked', senior))).isNew).to.equal(true);
  });
});
