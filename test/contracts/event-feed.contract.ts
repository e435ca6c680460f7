import { sequentialIds } from '@portcullis/adapter-memory/testing';
import { createEventNumbering } from '@portcullis/events';
import type { EventFeed, FeedNumbers } from '@portcullis/events/ports';
import { createRecordStore } from '@portcullis/record-store';
import type { Write } from '@portcullis/record-store/driver';
import { expect } from 'chai';
import { aKeyring } from '../support/builders/keyrings.ts';
import { profileOf } from '../support/records/driver-rows.ts';
import {
  anEventText,
  eventInsert,
  eventTime,
  historyInserts,
  numberEverything,
  wholeFeed,
} from '../support/records/feed-entries.ts';
import { ledgerRowOf, logEntryInsert } from '../support/records/log-entries.ts';
import {
  changeRow,
  deleteRow,
  type OpenRecordDatabase,
  rowsIn,
  useRecordDatabase,
} from '../support/records/record-database.ts';
import { mustSucceed } from '../support/run.ts';
import { placeEverything } from '../support/services/log-relay.ts';

/** Tests what the feeds of the partners guarantee, over the driver of a database. */
export const eventFeedContract = (name: string, open: OpenRecordDatabase): void => {
  describe(`EventFeed contract: ${name}`, function () {
    this.timeout(60_000);
    const database = useRecordDatabase(open);
    const stores = () => createRecordStore(database().driver, aKeyring(), sequentialIds());
    const feed = (): EventFeed => stores().eventFeed;
    const numbers = (): FeedNumbers => stores().feedNumbers;
    const write = (...writes: readonly Write[]) => mustSucceed(database().driver.transaction(writes));

    /** Places what was written, and numbers it. */
    const relayed = async (): Promise<number> => {
      await placeEverything(stores().ledgerLog, null);
      const state = await mustSucceed(stores().ledgerLog.state());
      return numberEverything(createEventNumbering(numbers()), state?.size ?? 0);
    };
    const found = async (partner = 'acme') =>
      (await wholeFeed(feed(), partner)).events.map(({ event, place }) => [place, event.profileId, event.version]);

    it('numbers the events of each partner from 1, in the order of the log, and no other entry', async () => {
      await write(...historyInserts(1, 1, 4), ...historyInserts(2, 1, 3, 'globex'), ...historyInserts(3, 1, 2));
      expect(await relayed()).to.equal(5);
      expect(await found()).to.deep.equal([
        [1, profileOf(1), 1],
        [2, profileOf(1), 3],
        [3, profileOf(3), 1],
      ]);
      expect(await found('globex')).to.deep.equal([
        [1, profileOf(2), 1],
        [2, profileOf(2), 3],
      ]);
      await write(...historyInserts(1, 5, 5));
      expect([await relayed(), (await found()).at(-1)]).to.deep.equal([1, [4, profileOf(1), 5]]);
    });

    it('shows nothing before it has a place in the log', async () => {
      await write(...historyInserts(1, 1, 3));
      expect(await numberEverything(createEventNumbering(numbers()), 0)).to.equal(0);
      expect(await found()).to.deep.equal([]);
      expect([await relayed(), (await found()).length]).to.deep.equal([2, 2]);
    });

    it('keeps what an event says, and reads it page by page', async () => {
      const more = { previous_status: 'processing', reasons: ['face_mismatch'], team: 'north' };
      await write(
        eventInsert(profileOf(1), 1, 'acme%2Fone', {
          event: anEventText({ type: 'profile.declined', status: 'declined', ...more }),
        }),
        ...historyInserts(2, 1, 5, 'acme%2Fone'),
      );
      await relayed();
      const page = await mustSucceed(feed().page('acme/one', 0, 2));
      expect(page).to.deep.include({ first: 1, last: 2, rows: 2, damaged: 0 });
      expect(page.events[0]).to.deep.equal({
        place: 1,
        row: ledgerRowOf(profileOf(1), 1),
        tenant: { partnerId: 'acme/one', teamId: 'north' },
        event: {
          type: 'profile.declined',
          at: eventTime,
          profileId: profileOf(1),
          version: 1,
          status: 'declined',
          previousStatus: 'processing',
          reasons: ['face_mismatch'],
        },
      });
      expect(await mustSucceed(feed().page('acme/one', 4, 2))).to.deep.equal({
        events: [],
        first: null,
        last: null,
        rows: 0,
        damaged: 0,
      });
    });

    it('answers heads in the order in which they are asked for, also of a partner without events', async () => {
      await write(...historyInserts(1, 1, 3), ...historyInserts(2, 1, 1, 'globex'));
      await relayed();
      expect(await mustSucceed(feed().heads(['globex', 'initech', 'acme']))).to.deep.equal([
        { partnerId: 'globex', place: 1, first: 1 },
        { partnerId: 'initech', place: 0, first: 1 },
        { partnerId: 'acme', place: 2, first: 1 },
      ]);
      expect(await mustSucceed(feed().heads([]))).to.deep.equal([]);
    });

    it('gives no event two places, and no place twice, when several relays number at once', async () => {
      await write(...historyInserts(1, 1, 20), ...historyInserts(2, 1, 20));
      await placeEverything(stores().ledgerLog, null);
      const relays = Array.from({ length: 5 }, () => numberEverything(createEventNumbering(numbers()), 40));
      expect((await Promise.all(relays)).reduce((sum, one) => sum + one)).to.equal(20);
      const places = (await found()).map(([place]) => place);
      expect(places).to.deep.equal(Array.from({ length: 20 }, (_, n) => n + 1));
    });

    it('writes nothing when a feed, or the log, was moved on by another relay', async () => {
      await write(...historyInserts(1, 1, 3));
      await placeEverything(stores().ledgerLog, null);
      expect([await mustSucceed(numbers().open('acme')), await mustSucceed(numbers().followed())]).to.deep.equal([
        0, 0,
      ]);
      const rows = [ledgerRowOf(profileOf(1), 1)];
      expect(await mustSucceed(numbers().number('acme', 0, rows))).to.equal(true);
      expect(await mustSucceed(numbers().number('acme', 0, [ledgerRowOf(profileOf(1), 3)]))).to.equal(false);
      expect([await mustSucceed(numbers().moveOn(0, 3)), await mustSucceed(numbers().moveOn(0, 2))]).to.deep.equal([
        true,
        false,
      ]);
      expect(await found()).to.deep.equal([[1, profileOf(1), 1]]);
      expect(await mustSucceed(numbers().followed())).to.equal(3);
    });

    it('counts what somebody has removed, changed, exchanged or numbered twice, and shows every other event', async () => {
      await write(...Array.from({ length: 9 }, (_, n) => eventInsert(profileOf(n + 1), 1)));
      await relayed();
      const row = (n: number) => ledgerRowOf(profileOf(n), 1);
      await deleteRow(database(), 'ledger', row(2));
      await changeRow(database(), 'ledger', row(4), { event: '{"type":"profile.invented"}' });
      await changeRow(database(), 'ledger', row(6), { feed_place: 7 });
      await changeRow(database(), 'ledger', row(7), { feed_place: 6 });
      const { damaged, events } = await wholeFeed(feed(), 'acme');
      expect(events.map(({ place }) => place)).to.deep.equal([1, 3, 5, 6, 8, 9]);
      expect(damaged).to.equal(3);
      await changeRow(database(), 'ledger', row(9), { feed_place: 8 });
      expect((await wholeFeed(feed(), 'acme')).damaged).to.equal(4);
    });

    it('begins each feed with its first event that is not too old, and leaves the ledger as it is', async () => {
      const at = (day: number) => ({ event: anEventText({ at: `2026-05-0${day}T10:00:00.000Z` }) });
      await write(
        ...[1, 2, 3, 4].map((day) => eventInsert(profileOf(day), 1, 'acme', at(day))),
        eventInsert(profileOf(5), 1, 'globex', at(1)),
      );
      await relayed();
      const before = await rowsIn(database(), 'ledger');
      const prune = () => mustSucceed(feed().prune('2026-05-03T00:00:00.000Z', '', 100));
      expect(await prune()).to.deep.equal({ pruned: 3, next: null });
      expect(await prune()).to.deep.equal({ pruned: 0, next: null });
      expect(await mustSucceed(feed().heads(['acme', 'globex']))).to.deep.equal([
        { partnerId: 'acme', place: 4, first: 3 },
        { partnerId: 'globex', place: 1, first: 2 },
      ]);
      expect(await rowsIn(database(), 'ledger')).to.deep.equal(before);
    });

    it('prunes a part of the feeds at a time, and goes on where it has stopped', async () => {
      const old = { event: anEventText({ at: '2026-05-01T10:00:00.000Z' }) };
      const partners = ['acme', 'globex', 'initech'];
      for (const [n, partner] of partners.entries())
        for (let event = 0; event < 210; event += 42)
          await write(
            ...Array.from({ length: 42 }, (_, i) => eventInsert(profileOf(n + 1), event + i + 1, partner, old)),
          );
      await relayed();
      const steps: { readonly pruned: number; readonly next: string | null }[] = [];
      for (let from: string | null = ''; from !== null && steps.length < 20; from = steps.at(-1)?.next ?? null)
        steps.push(await mustSucceed(feed().prune('2026-05-03T00:00:00.000Z', from, 1)));
      // Of each feed two pages are read, one by each step; the last one finds that there is no more.
      expect(steps.map(({ pruned }) => pruned)).to.deep.equal([200, 10, 200, 10, 200, 10]);
      expect((await mustSucceed(feed().heads(partners))).map(({ first }) => first)).to.deep.equal([211, 211, 211]);
    });

    it('leaves entries out that are no events, which say nothing of their partner', async () => {
      await write(logEntryInsert(profileOf(1), 1), logEntryInsert(profileOf(1), 2));
      expect(await relayed()).to.equal(0);
      await write(eventInsert(profileOf(1), 3));
      expect([await relayed(), await found()]).to.deep.equal([1, [[1, profileOf(1), 3]]]);
    });
  });
};
