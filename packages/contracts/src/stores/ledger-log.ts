import assert from 'node:assert/strict';
import type { LedgerEntry, ProfileStore } from '@portcullis/domain';
import {
  type Checkpoint,
  emptyLogHash,
  type LedgerLog,
  type LogState,
  type UnplacedEntry,
} from '@portcullis/events/ports';
import { aPlainEntry, hashNo, profileNo, writeHistory } from '../builders/histories.ts';
import { fakeHash } from '../builders/profiles.ts';
import { placedEntries } from '../shared/relayed.ts';
import { assertMembers, type Runner, resultOf } from '../shared/runner.ts';

export type LoggedStores = { readonly profiles: ProfileStore; readonly ledgerLog: LedgerLog };

const empty: LogState = {
  logId: 'log000000000001',
  generation: 3,
  holder: 'a',
  heldUntil: '2026-05-01T00:00:30.000Z',
  size: 0,
  hash: emptyLogHash,
};
const hash = fakeHash(1);
const aHead = (size: number): Checkpoint => ({
  logId: empty.logId,
  size,
  hash,
  time: '2026-05-01T00:00:00.000Z',
  signature: null,
});

/** The ids under which entries are stored that have no place yet. */
export const rowsWaiting = async (log: LedgerLog): Promise<readonly string[]> =>
  (await resultOf(log.unplaced(150))).map(({ row }) => row);

const entriesUpTo = (n: number, last: number): readonly LedgerEntry[] =>
  Array.from({ length: last }, (_, i) => aPlainEntry(n, i + 1));

/** Tests what every LedgerLog guarantees, over the store that writes profiles. */
export const ledgerLogContract = ({ describe, it }: Runner, name: string, open: () => Promise<LoggedStores>): void => {
  describe(`LedgerLog contract: ${name}`, () => {
    /** A log, and so many profiles with so many entries each. */
    const filled = async (profiles: number, last: number) => {
      const stores = await open();
      for (let n = 1; n <= profiles; n += 1) await writeHistory(stores.profiles, n, entriesUpTo(n, last));
      const log = stores.ledgerLog;
      const append = (seen: LogState, entries: readonly UnplacedEntry[]) =>
        resultOf(log.append(seen, { ...seen, size: seen.size + entries.length, hash }, entries));
      return { log, append };
    };

    it('has no state before it is created, and is created once', async () => {
      const { log } = await filled(0, 0);
      assert.equal(await resultOf(log.state()), null);
      await resultOf(log.create(empty));
      await resultOf(log.create({ ...empty, logId: 'log000000000002' }));
      assert.deepEqual(await resultOf(log.state()), empty);
    });

    it('lists entries without a place by profile and number, at most so many', async () => {
      const { log } = await filled(2, 3);
      const found = await resultOf(log.unplaced(150));
      assert.deepEqual(
        found.map(({ hash, profileId, seq }) => [profileId, seq, hash]),
        [1, 2].flatMap((n) => [1, 2, 3].map((seq) => [profileNo(n), seq, hashNo(n, seq)])),
      );
      assert.deepEqual(await resultOf(log.unplaced(4)), found.slice(0, 4));
    });

    it('places entries and replaces the state in one step', async () => {
      const { append, log } = await filled(2, 3);
      await resultOf(log.create(empty));
      const entries = await resultOf(log.unplaced(4));
      assert.equal(await append(empty, entries), true);
      const next = { ...empty, size: 4, hash };
      assert.deepEqual(await resultOf(log.state()), next);
      assert.equal(await append(next, await resultOf(log.unplaced(4))), true);
      const placed = await placedEntries(log);
      assert.deepEqual(
        placed.map(({ place }) => place),
        [1, 2, 3, 4, 5, 6],
      );
      assert.deepEqual(
        placed.slice(0, 4).map((one) => one.hash),
        entries.map((one) => one.hash),
      );
      assert.deepEqual(await resultOf(log.entries(2, 2)), placed.slice(2, 4));
    });

    for (const [change, seen] of [
      ['another holder has taken the lease', { ...empty, generation: 2 }],
      ['another append was faster', { ...empty, size: 1 }],
    ] as const)
      it(`writes nothing when ${change}`, async () => {
        const { append, log } = await filled(1, 2);
        await resultOf(log.create(empty));
        const entries = await resultOf(log.unplaced(150));
        assert.equal(await append(seen, entries), false);
        assert.deepEqual(await resultOf(log.state()), empty);
        assert.deepEqual(await resultOf(log.unplaced(150)), entries);
      });

    it('lets one of ten concurrent appends win, and gives no entry two places', async () => {
      const { append, log } = await filled(3, 3);
      await resultOf(log.create(empty));
      const entries = await resultOf(log.unplaced(150));
      const won = await Promise.all(Array.from({ length: 10 }, () => append(empty, entries)));
      assert.equal(won.filter((one) => one).length, 1);
      const places = (await placedEntries(log)).map(({ place }) => place);
      assert.deepEqual(places, [1, 2, 3, 4, 5, 6, 7, 8, 9]);
    });

    it('places 150 entries at once', async () => {
      const { append, log } = await filled(1, 150);
      await resultOf(log.create(empty));
      assert.equal(await append(empty, await resultOf(log.unplaced(150))), true);
      assert.equal((await placedEntries(log)).length, 150);
    });

    it('lists what stands at no place', async () => {
      const { log } = await filled(2, 1);
      const recordedAt = '2026-05-01T10:00:00.000Z';
      assertMembers(
        await resultOf(log.waiting(10)),
        [1, 2].map((n) => ({ place: 0, profileId: profileNo(n), seq: 1, recordedAt })),
      );
      assert.equal((await resultOf(log.waiting(1))).length, 1);
    });

    it('keeps one head of each size, of which the largest is the newest', async () => {
      const { log } = await filled(0, 0);
      assert.equal(await resultOf(log.newestHead()), null);
      for (const size of [9, 2, 5]) await resultOf(log.putHead(aHead(size)));
      const signed = { ...aHead(5), signature: { publicKey: 'MCow', value: 'c2ln' } };
      await resultOf(log.putHead(signed));
      assert.deepEqual(await resultOf(log.newestHead()), aHead(9));
      const replaced = { ...signed, size: 9 };
      await resultOf(log.putHead(replaced));
      assert.deepEqual(await resultOf(log.newestHead()), replaced);
    });
  });
};
