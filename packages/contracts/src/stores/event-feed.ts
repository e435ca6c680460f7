import assert from 'node:assert/strict';
import type { LedgerEntry, LedgerReader, Tenant } from '@portcullis/domain';
import { createEventNumbering } from '@portcullis/events';
import type { EventFeed, FeedNumbers } from '@portcullis/events/ports';
import { anEventEntry, aPlainEntry, historyOf, profileNo, writeHistory } from '../builders/histories.ts';
import { acme } from '../builders/profiles.ts';
import { numberEverything, placeEverything, wholeFeed } from '../shared/relayed.ts';
import { type Runner, resultOf } from '../shared/runner.ts';
import { type LoggedStores, rowsWaiting } from './ledger-log.ts';

type Stores = LoggedStores & {
  readonly ledgerReader: LedgerReader;
  readonly eventFeed: EventFeed;
  readonly feedNumbers: FeedNumbers;
};

const globex: Tenant = { partnerId: 'globex', teamId: null };
const initech: Tenant = { partnerId: 'initech', teamId: null };

/** Tests what the feeds of the partners guarantee, over the stores that write profiles and place their entries. */
export const eventFeedContract = ({ describe, it }: Runner, name: string, open: () => Promise<Stores>): void => {
  describe(`EventFeed contract: ${name}`, () => {
    const filled = async () => {
      const stores = await open();
      const { eventFeed: feed, feedNumbers: numbers, ledgerLog, profiles } = stores;
      return {
        ...stores,
        feed,
        numbers,
        write: (n: number, entries: readonly LedgerEntry[], tenant?: Tenant) =>
          writeHistory(profiles, n, entries, tenant),
        /** Places what was written, and numbers it. */
        relayed: async (): Promise<number> => {
          await placeEverything(ledgerLog, null);
          const state = await resultOf(ledgerLog.state());
          return numberEverything(createEventNumbering(numbers), state?.size ?? 0);
        },
        found: async (partner = 'acme') =>
          (await wholeFeed(feed, partner)).events.map(({ event, place }) => [place, event.profileId, event.version]),
      };
    };

    it('numbers the events of each partner from 1, in the order of the log, and no other entry', async () => {
      const { found, relayed, write } = await filled();
      await write(1, historyOf(1, 1, 4));
      await write(2, historyOf(2, 1, 3), globex);
      await write(3, historyOf(3, 1, 2));
      assert.equal(await relayed(), 5);
      assert.deepEqual(await found(), [
        [1, profileNo(1), 1],
        [2, profileNo(1), 3],
        [3, profileNo(3), 1],
      ]);
      assert.deepEqual(await found('globex'), [
        [1, profileNo(2), 1],
        [2, profileNo(2), 3],
      ]);
      await write(1, historyOf(1, 5, 5));
      assert.deepEqual([await relayed(), (await found()).at(-1)], [1, [4, profileNo(1), 5]]);
    });

    it('shows nothing before it has a place in the log', async () => {
      const { found, numbers, relayed, write } = await filled();
      await write(1, historyOf(1, 1, 3));
      assert.equal(await numberEverything(createEventNumbering(numbers), 0), 0);
      assert.deepEqual(await found(), []);
      assert.deepEqual([await relayed(), (await found()).length], [2, 2]);
    });

    it('keeps what an event says, and reads it page by page', async () => {
      const { feed, ledgerLog, relayed, write } = await filled();
      const tenant: Tenant = { partnerId: 'acme/one', teamId: 'north' };
      const declined = {
        type: 'checks_completed',
        from: 'processing',
        to: 'declined',
        reasons: ['face_mismatch'],
      } as const;
      await write(1, [anEventEntry(1, 1, declined)], tenant);
      await write(2, historyOf(2, 1, 5), tenant);
      const [row = ''] = await rowsWaiting(ledgerLog);
      await relayed();
      const page = await resultOf(feed.page('acme/one', 0, 2));
      const { events, ...rest } = page;
      assert.deepEqual(rest, { first: 1, last: 2, rows: 2, damaged: 0 });
      assert.deepEqual(events[0], {
        place: 1,
        row,
        tenant,
        event: {
          type: 'profile.declined',
          at: '2026-05-01T10:00:00.000Z',
          profileId: profileNo(1),
          version: 1,
          status: 'declined',
          previousStatus: 'processing',
          reasons: ['face_mismatch'],
        },
      });
      const none = { events: [], first: null, last: null, rows: 0, damaged: 0 };
      assert.deepEqual(await resultOf(feed.page('acme/one', 4, 2)), none);
    });

    it('answers heads in the order in which they are asked for, also of a partner without events', async () => {
      const { feed, relayed, write } = await filled();
      await write(1, historyOf(1, 1, 3));
      await write(2, historyOf(2, 1, 1), globex);
      await relayed();
      assert.deepEqual(await resultOf(feed.heads(['globex', 'initech', 'acme'])), [
        { partnerId: 'globex', place: 1, first: 1 },
        { partnerId: 'initech', place: 0, first: 1 },
        { partnerId: 'acme', place: 2, first: 1 },
      ]);
      assert.deepEqual(await resultOf(feed.heads([])), []);
    });

    it('gives no event two places, and no place twice, when several relays number at once', async () => {
      const { found, ledgerLog, numbers, write } = await filled();
      for (const n of [1, 2]) await write(n, historyOf(n, 1, 20));
      await placeEverything(ledgerLog, null);
      const relays = Array.from({ length: 5 }, () => numberEverything(createEventNumbering(numbers), 40));
      assert.equal(
        (await Promise.all(relays)).reduce((sum, one) => sum + one),
        20,
      );
      assert.deepEqual(
        (await found()).map(([place]) => place),
        Array.from({ length: 20 }, (_, n) => n + 1),
      );
    });

    it('writes nothing when a feed, or the log, was moved on by another relay', async () => {
      const { found, ledgerLog, numbers, write } = await filled();
      await write(1, historyOf(1, 1, 3));
      const [first = '', , third = ''] = await rowsWaiting(ledgerLog);
      await placeEverything(ledgerLog, null);
      assert.deepEqual([await resultOf(numbers.open('acme')), await resultOf(numbers.followed())], [0, 0]);
      assert.equal(await resultOf(numbers.number('acme', 0, [first])), true);
      assert.equal(await resultOf(numbers.number('acme', 0, [third])), false);
      assert.deepEqual([await resultOf(numbers.moveOn(0, 3)), await resultOf(numbers.moveOn(0, 2))], [true, false]);
      assert.deepEqual(await found(), [[1, profileNo(1), 1]]);
      assert.equal(await resultOf(numbers.followed()), 3);
    });

    it('begins each feed with its first event that is not too old, and leaves the ledger as it is', async () => {
      const { feed, ledgerLog, ledgerReader, relayed, write } = await filled();
      const at = (day: number) => ({ recorded_at: `2026-05-0${day}T10:00:00.000Z` });
      for (const day of [1, 2, 3, 4]) await write(day, [anEventEntry(day, 1, at(day))]);
      await write(5, [anEventEntry(5, 1, at(1))], globex);
      await relayed();
      const ledgers = async () => [
        await resultOf(ledgerLog.entries(0, 10)),
        ...(await Promise.all(
          [1, 2, 3, 4, 5].map((n) => resultOf(ledgerReader.entries(profileNo(n), { afterSeq: 0, limit: 10 }))),
        )),
      ];
      const before = await ledgers();
      const prune = () => resultOf(feed.prune('2026-05-03T00:00:00.000Z', '', 100));
      assert.deepEqual(await prune(), { pruned: 3, next: null });
      assert.deepEqual(await prune(), { pruned: 0, next: null });
      assert.deepEqual(await resultOf(feed.heads(['acme', 'globex'])), [
        { partnerId: 'acme', place: 4, first: 3 },
        { partnerId: 'globex', place: 1, first: 2 },
      ]);
      assert.deepEqual(await ledgers(), before);
    });

    it('prunes a part of the feeds at a time, and goes on where it has stopped', async () => {
      const { feed, relayed, write } = await filled();
      const partners = [acme, globex, initech];
      const old = { recorded_at: '2026-05-01T10:00:00.000Z' };
      for (const [at, tenant] of partners.entries()) {
        const entries = Array.from({ length: 210 }, (_, i) => anEventEntry(at + 1, i + 1, old));
        await write(at + 1, entries, tenant);
      }
      await relayed();
      const steps: { readonly pruned: number; readonly next: string | null }[] = [];
      for (let from: string | null = ''; from !== null && steps.length < 20; from = steps.at(-1)?.next ?? null)
        steps.push(await resultOf(feed.prune('2026-05-03T00:00:00.000Z', from, 1)));
      // Of each feed two pages are read, one by each step; the last one finds that there is no more.
      assert.deepEqual(
        steps.map(({ pruned }) => pruned),
        [200, 10, 200, 10, 200, 10],
      );
      const heads = await resultOf(feed.heads(partners.map(({ partnerId }) => partnerId)));
      assert.deepEqual(
        heads.map(({ first }) => first),
        [211, 211, 211],
      );
    });

    it('leaves entries out that are no events, which say nothing of their partner', async () => {
      const { found, relayed, write } = await filled();
      await write(1, [aPlainEntry(1, 1), aPlainEntry(1, 2)]);
      assert.equal(await relayed(), 0);
      await write(1, [anEventEntry(1, 3)]);
      assert.deepEqual([await relayed(), await found()], [1, [[1, profileNo(1), 3]]]);
    });
  });
};
