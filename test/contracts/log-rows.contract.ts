import { sequentialIds } from '@portcullis/adapter-memory/testing';
import { placedEntries } from '@portcullis/contracts/builders';
import {
  type Checkpoint,
  emptyLogHash,
  type LedgerLog,
  type LogState,
  type UnplacedEntry,
} from '@portcullis/events/ports';
import { createRecordStore } from '@portcullis/record-store';
import { expect } from 'chai';
import { anUpdate, idOf, ledgerInsert, profileOf } from '#contracts/builders/driver-rows';
import { rowIn, rowsIn } from '#contracts/drivers/driver-under-test';
import { aKeyring } from '../support/builders/keyrings.ts';
import { ledgerRowOf, logHash, writeEntries } from '../support/records/log-entries.ts';
import { type OpenRecordDatabase, useRecordDatabase } from '../support/records/record-database.ts';
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

/** Tests what the log of entries makes of rows that no store writes so, over the driver of a database. */
export const logRowsContract = (name: string, open: OpenRecordDatabase): void => {
  describe(`rows of the log: ${name}`, () => {
    const database = useRecordDatabase(open);
    const log = (): LedgerLog => createRecordStore(database().driver, aKeyring(), sequentialIds()).ledgerLog;
    const append = (seen: LogState, entries: readonly UnplacedEntry[]) =>
      mustSucceed(log().append(seen, { ...seen, size: seen.size + entries.length, hash }, entries));

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

    it('lists entries without a place that have no hash, and places none of them', async () => {
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
      expect((await mustSucceed(log().unplaced(150))).map(({ profileId }) => profileId)).to.deep.equal([profileOf(2)]);
    });

    it('keeps one row of each size of a head', async () => {
      for (const size of [9, 2, 5, 5]) await mustSucceed(log().putHead(aHead(size)));
      expect(await rowsIn(database(), 'ledger_heads')).to.have.length(3);
    });
  });
};
