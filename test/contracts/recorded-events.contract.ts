import { sequentialIds } from '@portcullis/adapter-memory/testing';
import { aChangeOf, aNew, anEntry, numberEverything, placeEverything, wholeFeed } from '@portcullis/contracts/builders';
import type { LedgerEntry, Profile } from '@portcullis/domain';
import { createEventNumbering } from '@portcullis/events';
import { createRecordStore } from '@portcullis/record-store';
import { expect } from 'chai';
import { rowIn } from '#contracts/drivers/driver-under-test';
import { aKeyring } from '../support/builders/keyrings.ts';
import { ledgerRowOf } from '../support/records/log-entries.ts';
import { changeRow, type OpenRecordDatabase, useRecordDatabase } from '../support/records/record-database.ts';
import { mustFail, mustSucceed } from '../support/run.ts';

const tenant = { partnerId: 'Acme & Söhne', teamId: 'north' };

/** Tests which events the profile store writes, and what becomes of them, over the driver of a database. */
export const recordedEventsContract = (name: string, open: OpenRecordDatabase): void => {
  describe(`the events of profiles: ${name}`, function () {
    this.timeout(60_000);
    const database = useRecordDatabase(open);
    const stores = () => createRecordStore(database().driver, aKeyring('a'), sequentialIds());

    const relayed = async (): Promise<void> => {
      await placeEverything(stores().ledgerLog, null);
      const state = await mustSucceed(stores().ledgerLog.state());
      await numberEverything(createEventNumbering(stores().feedNumbers), state?.size ?? 0);
    };

    /** A declined profile with four entries, of which the first and the last are events. */
    const declined = async (): Promise<Profile> => {
      const added = aNew({ tenant, metadata: { canary: 'QQCANARYQQ' } });
      const { id } = added.profile;
      const created = anEntry({ profile_id: id, kind: 'status_change', type: 'created', to: 'created' });
      await mustSucceed(stores().profiles.insert({ ...added, entries: [created] }, null));
      const { entries, profile } = aChangeOf(added.profile, { status: 'declined' }, 3);
      const [, , last] = entries;
      if (last === undefined) throw new Error('no entry');
      const decision: LedgerEntry = {
        ...last,
        kind: 'status_change',
        type: 'checks_completed',
        from: 'processing',
        to: 'declined',
        reasons: ['face_mismatch'],
      };
      await mustSucceed(stores().profiles.commit({ profile, entries: [...entries.slice(0, 2), decision] }));
      await relayed();
      return profile;
    };

    const feedOf = async () => {
      const { damaged, events } = await wholeFeed(stores().eventFeed, tenant.partnerId);
      expect(damaged).to.equal(0);
      return events;
    };

    it('are written with their entries, and hold nothing of the person', async () => {
      const profile = await declined();
      const events = await feedOf();
      expect(
        events.map(({ event, place, row }) => [place, row, event.type, event.version, event.status]),
      ).to.deep.equal([
        [1, ledgerRowOf(profile.id, 1), 'profile.created', 1, 'created'],
        [2, ledgerRowOf(profile.id, 4), 'profile.declined', 4, 'declined'],
      ]);
      expect(events[1]?.event).to.deep.include({ previousStatus: 'processing', reasons: ['face_mismatch'] });
      expect(events.map((one) => one.tenant)).to.deep.equal([tenant, tenant]);
      const row = await rowIn(database(), 'ledger', ledgerRowOf(profile.id, 4));
      expect(row['event']).to.not.match(/QQCANARYQQ|customer/);
      expect(String(row['event']).length).to.be.below(300);
    });

    it('say that the profile was erased, and nothing else, once it is; and can be erased again', async () => {
      const profile = await declined();
      await mustSucceed(stores().eraser.erase(profile));
      const before = await feedOf();
      expect(
        before.map(({ event, place }) => [place, event.type, event.version, event.previousStatus, event.reasons]),
      ).to.deep.equal([
        [1, 'profile.erased', 1, null, []],
        [2, 'profile.erased', 4, null, []],
      ]);
      await mustSucceed(stores().eraser.erase(profile));
      expect(await feedOf()).to.deep.equal(before);
    });

    it('of a profile whose row does not open say that it was erased, and none is added', async () => {
      const profile = await declined();
      await changeRow(database(), 'profiles', profile.id, { data: { surname: 'ERIKSSON' } });
      await mustFail(stores().profiles.getAny(profile.id));
      await mustSucceed(stores().eraser.eraseUnopened(profile.id));
      await relayed();
      expect((await feedOf()).map(({ event, place }) => [place, event.type, event.reasons])).to.deep.equal([
        [1, 'profile.erased', []],
        [2, 'profile.erased', []],
      ]);
    });

    it('keep their place in the log and in the feed when they are erased at the moment in which they get it', async () => {
      const profile = await declined();
      await Promise.all([mustSucceed(stores().eraser.erase(profile)), relayed()]);
      expect((await feedOf()).map(({ place }) => place)).to.deep.equal([1, 2]);
    });

    it('are found by the inspection where they differ from their entries', async () => {
      const profile = await declined();
      const [first, second, last] = [1, 2, 4].map((seq) => ledgerRowOf(profile.id, seq));
      const faults = () => mustSucceed(stores().inspector.besideProfile(profile));
      expect(await faults()).to.deep.equal([]);
      const event = (await rowIn(database(), 'ledger', String(last)))['event'];
      for (const [what, row, columns] of [
        ['another status', last, { event: String(event).replace('"declined"', '"approved"') }],
        ['another reason', last, { event: String(event).replace('face_mismatch', 'mrz_missing') }],
        ['another partner', last, { partner_key: 'globex' }],
        ['no event', last, { event: '', partner_key: '' }],
        ['an event of an entry that is none', second, { event: String(event) }],
        ['a place before the one of an earlier entry', first, { feed_place: 9 }],
      ] as const) {
        const before = await rowIn(database(), 'ledger', String(row));
        await changeRow(database(), 'ledger', String(row), columns);
        expect(await faults(), what).to.deep.equal([{ fault: 'events' }]);
        const { event: text = '', feed_place = 0, partner_key = '' } = before;
        await changeRow(database(), 'ledger', String(row), { event: text, feed_place, partner_key });
      }
      expect(await faults()).to.deep.equal([]);
    });

    it('are a fault where that of the first entry is gone', async () => {
      const profile = await declined();
      await changeRow(database(), 'ledger', ledgerRowOf(profile.id, 1), { event: '', partner_key: '', feed_place: 0 });
      expect(await mustSucceed(stores().inspector.besideProfile(profile))).to.deep.equal([{ fault: 'events' }]);
    });
  });
};
