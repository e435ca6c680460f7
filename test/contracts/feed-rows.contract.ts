import { sequentialIds } from '@portcullis/adapter-memory/testing';
import { numberEverything, placeEverything, wholeFeed } from '@portcullis/contracts/builders';
import { createEventNumbering } from '@portcullis/events';
import { createRecordStore } from '@portcullis/record-store';
import { expect } from 'chai';
import { profileOf } from '#contracts/builders/driver-rows';
import { rowsIn } from '#contracts/drivers/driver-under-test';
import { aKeyring } from '../support/builders/keyrings.ts';
import { anEventText, eventInsert } from '../support/records/feed-entries.ts';
import { ledgerRowOf } from '../support/records/log-entries.ts';
import {
  changeRow,
  deleteRow,
  type OpenRecordDatabase,
  useRecordDatabase,
} from '../support/records/record-database.ts';
import { mustSucceed } from '../support/run.ts';

/** Tests the feeds of the partners over rows that somebody has changed, or that must not change. */
export const feedRowsContract = (name: string, open: OpenRecordDatabase): void => {
  describe(`rows of the feeds: ${name}`, () => {
    const database = useRecordDatabase(open);
    const relayed = async (count: number, columns: (n: number) => Parameters<typeof eventInsert>[3] = () => ({})) => {
      const numbers = Array.from({ length: count }, (_, n) => n + 1);
      const writes = numbers.map((n) => eventInsert(profileOf(n), 1, 'acme', columns(n)));
      await mustSucceed(database().driver.transaction(writes));
      const { eventFeed, feedNumbers, ledgerLog } = createRecordStore(database().driver, aKeyring(), sequentialIds());
      await placeEverything(ledgerLog, null);
      await numberEverything(createEventNumbering(feedNumbers), count);
      return eventFeed;
    };

    it('are counted where somebody has removed, changed, exchanged or numbered them twice, and the others are shown', async () => {
      const feed = await relayed(9);
      const row = (n: number) => ledgerRowOf(profileOf(n), 1);
      await deleteRow(database(), 'ledger', row(2));
      await changeRow(database(), 'ledger', row(4), { event: '{"type":"profile.invented"}' });
      await changeRow(database(), 'ledger', row(6), { feed_place: 7 });
      await changeRow(database(), 'ledger', row(7), { feed_place: 6 });
      const { damaged, events } = await wholeFeed(feed, 'acme');
      expect(events.map(({ place }) => place)).to.deep.equal([1, 3, 5, 6, 8, 9]);
      expect(damaged).to.equal(3);
      await changeRow(database(), 'ledger', row(9), { feed_place: 8 });
      expect((await wholeFeed(feed, 'acme')).damaged).to.equal(4);
    });

    it('stay in the ledger as they are when their events are pruned', async () => {
      const feed = await relayed(4, (n) => ({ event: anEventText({ at: `2026-05-0${n}T10:00:00.000Z` }) }));
      const before = await rowsIn(database(), 'ledger');
      const pruned = await mustSucceed(feed.prune('2026-05-03T00:00:00.000Z', '', 100));
      expect(pruned).to.deep.equal({ pruned: 2, next: null });
      expect(await rowsIn(database(), 'ledger')).to.deep.equal(before);
    });
  });
};
