import { sequentialIds } from '@portcullis/adapter-memory/testing';
import {
  type Checkpoint,
  emptyLogHash,
  type LedgerLog,
  type LogState,
  type UnplacedEntry,
} from '@portcullis/events/ports';
import { createRecordStore } from '@portcullis/record-store';
import { expect } from 'chai';
import { aKeyring } from '../support/builders/keyrings.ts';
import { anUpdate, idOf, ledgerInsert, profileOf } from '../support/records/driver-rows.ts';
import { ledgerRowOf, logHash, placedEntries, writeEntries } from '../support/records/log-entries.ts';
import { type OpenRecordDatabase, rowIn, rowsIn, useRecordDatabase } from '../support/records/record-database.ts';
import { mustSucceed } from '../support/run.ts';

const empty: LogState = {
  logId: 'log000000000001',
  generation: 3,
  holder: 'a',
  heldUntil: '2026-05-01T00:00:30.000Z',
  size: 0,
  hash: emptyLogHash,
};
const hash = logHash('a log', 1);
const aHead = (size: number): Checkpoint => ({
  logId: empty.logId,
  size,
  hash,
  time: '2026-05-01T00:00:00.000Z',
  signature: null,
});

/** Tests what every LedgerLog guarantees, over the driver of a database. */
export const ledgerLogContract = (name: string, open: OpenRecordDatabase): void => {
  describe(`LedgerLog contract: ${name}`, () => {
    const database = useRecordDatabase(open);
    const log = (): LedgerLog => createRecordStore(database().driver, aKeyring(), sequentialIds()).ledgerLog;
    const append = (seen: LogState, entries: readonly UnplacedEntry[]) =>
      mustSucceed(log().append(seen, { ...seen, size: seen.size + entries.length, hash }, entries));

    it('has no state before it is created, and is created once', async () => {
      expect(await mustSucceed(log().state())).to.equal(null);
      await mustSucceed(log().create(empty));
      await mustSucceed(log().create({ ...empty, logId: 'log000000000002' }));
      expect(await mustSucceed(log().state())).to.deep.equal(empty);
    });

    it('lists entries without a place by profile and number, at most so many, and none that has no hash', async () => {
      await writeEntries(database().driver, 2, 3);
      await mustSucceed(database().driver.transaction([ledgerInsert(9, { follows: '', data: { hash: 'none' } })]));
      const found = await mustSucceed(log().unplaced(150));
      expect(found.map(({ profileId, seq }) => [profileId, seq])).to.deep.equal(
        [1, 2].flatMap((n) => [1, 2, 3].map((seq) => [profileOf(n), seq])),
      );
      expect(found.map(({ hash }) => hash)).to.deep.equal(
        [1, 2].flatMap((n) => [1, 2, 3].map((seq) => logHash(profileOf(n), seq))),
      );
      expect(await mustSucceed(log().unplaced(4))).to.deep.equal(found.slice(0, 4));
    });

    it('places entries and replaces the state in one step', async () => {
      await writeEntries(database().driver, 2, 3);
      await mustSucceed(log().create(empty));
      const entries = await mustSucceed(log().unplaced(4));
      expect(await append(empty, entries)).to.equal(true);
      const next = { ...empty, size: 4, hash };
      expect(await mustSucceed(log().state())).to.deep.equal(next);
      expect(await append(next, await mustSucceed(log().unplaced(4)))).to.equal(true);
      const placed = await placedEntries(log());
      expect(placed.map(({ place }) => place)).to.deep.equal([1, 2, 3, 4, 5, 6]);
      expect(placed.slice(0, 4).map(({ hash }) => hash)).to.deep.equal(entries.map(({ hash }) => hash));
      expect(await mustSucceed(log().entries(2, 2))).to.deep.equal(placed.slice(2, 4));
    });

    for (const [change, seen] of [
      ['another holder has taken the lease', { ...empty, generation: 2 }],
      ['another append was faster', { ...empty, size: 1 }],
    ] as const)
      it(`writes nothing when ${change}`, async () => {
        await writeEntries(database().driver, 1, 2);
        await mustSucceed(log().create(empty));
        const entries = await mustSucceed(log().unplaced(150));
        expect(await append(seen, entries)).to.equal(false);
        expect(await mustSucceed(log().state())).to.deep.equal(empty);
        expect(await mustSucceed(log().unplaced(150))).to.deep.equal(entries);
      });

    it('lets one of ten concurrent appends win, and gives no entry two places', async () => {
      await writeEntries(database().driver, 3, 3);
      await mustSucceed(log().create(empty));
      const entries = await mustSucceed(log().unplaced(150));
      const won = await Promise.all(Array.from({ length: 10 }, () => append(empty, entries)));
      expect(won.filter((one) => one)).to.deep.equal([true]);
      expect((await placedEntries(log())).map(({ place }) => place)).to.deep.equal([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    });

    it('keeps the place of an entry that has one', async () => {
      await mustSucceed(database().driver.transaction([ledgerInsert(1, { place: 7 })]));
      await mustSucceed(log().create(empty));
      await append(empty, [{ row: idOf(1), profileId: profileOf(1), seq: 1, hash }]);
      expect(await rowIn(database(), 'ledger', idOf(1))).to.include({ place: 7 });
    });

    it('takes no place away from an entry that is changed at the same moment', async () => {
      await writeEntries(database().driver, 10, 3);
      await mustSucceed(log().create(empty));
      const entries = await mustSucceed(log().unplaced(150));
      const change = ({ row }: UnplacedEntry) =>
        mustSucceed(
          database().driver.transaction([{ kind: 'update', table: 'ledger', id: row, columns: { personal: 'x' } }]),
        );
      const changes = entries.map(change);
      const [placed] = await Promise.all([append(empty, entries), ...changes]);
      expect(placed).to.equal(true);
      expect((await rowsIn(database(), 'ledger')).map(({ personal }) => personal)).to.deep.equal(
        entries.map(() => 'x'),
      );
      expect((await placedEntries(log())).map(({ place }) => place)).to.deep.equal(entries.map((_, n) => n + 1));
    });

    it('places 150 entries at once', async () => {
      await writeEntries(database().driver, 1, 150);
      await mustSucceed(log().create(empty));
      const entries = await mustSucceed(log().unplaced(150));
      expect(await mustSucceed(log().append(empty, { ...empty, size: 150, hash }, entries))).to.equal(true);
      expect((await placedEntries(log())).length).to.equal(150);
    });

    it('answers an entry that is damaged without its hash', async () => {
      await mustSucceed(database().driver.transaction([ledgerInsert(1, { place: 1 })]));
      await mustSucceed(database().driver.transaction([anUpdate('ledger', 1, { data: ['not an entry'] })]));
      expect(await mustSucceed(log().entries(0, 10))).to.deep.equal([
        { place: 1, profileId: profileOf(1), seq: 1, hash: null },
      ]);
    });

    for (const [column, changed, shown] of [
      ['seq', { seq: 9 }, { profileId: profileOf(1), seq: 9 }],
      ['profile', { profile: profileOf(9) }, { profileId: profileOf(9), seq: 2 }],
    ] as const)
      it(`answers an entry without its hash when its column ${column} says something else than its data`, async () => {
        await writeEntries(database().driver, 1, 2);
        await mustSucceed(log().create(empty));
        const entries = await mustSucceed(log().unplaced(150));
        await append(empty, entries);
        const row = ledgerRowOf(profileOf(1), 2);
        await mustSucceed(
          database().driver.transaction([{ kind: 'update', table: 'ledger', id: row, columns: changed }]),
        );
        expect(await mustSucceed(log().entries(1, 10))).to.deep.equal([{ place: 2, ...shown, hash: null }]);
      });

    it('lists what stands at no place, also what has no hash', async () => {
      const recorded_at = '2026-05-01T00:00:00.000Z';
      const insert = (n: number, columns: Parameters<typeof ledgerInsert>[1]) =>
        ledgerInsert(n, { follows: '', profile: profileOf(n), seq: 1, ...columns });
      await mustSucceed(
        database().driver.transaction([
          insert(1, { place: 1, data: { hash, recorded_at } }),
          insert(2, { place: 0, data: { hash, recorded_at } }),
          insert(3, { place: 0, data: { hash: 'none' } }),
        ]),
      );
      const found = [
        { place: 0, profileId: profileOf(2), seq: 1, recordedAt: recorded_at },
        { place: 0, profileId: profileOf(3), seq: 1, recordedAt: null },
      ];
      expect(await mustSucceed(log().waiting(10))).to.have.deep.members(found);
      expect(await mustSucceed(log().waiting(1))).to.have.length(1);
    });

    it('keeps one head of each size, of which the largest is the newest', async () => {
      expect(await mustSucceed(log().newestHead())).to.equal(null);
      for (const size of [9, 2, 5]) await mustSucceed(log().putHead(aHead(size)));
      const signed = { ...aHead(5), signature: { publicKey: 'MCow', value: 'c2ln' } };
      await mustSucceed(log().putHead(signed));
      expect(await mustSucceed(log().newestHead())).to.deep.equal(aHead(9));
      expect(await rowsIn(database(), 'ledger_heads')).to.have.length(3);
      const replaced = { ...signed, size: 9 };
      await mustSucceed(log().putHead(replaced));
      expect(await mustSucceed(log().newestHead())).to.deep.equal(replaced);
    });
  });
};
