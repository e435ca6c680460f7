import { sequentialIds } from '@portcullis/adapter-memory/testing';
import { noFeed } from '@portcullis/contracts/builders';
import { E } from '@portcullis/domain';
import { continuesHead, createEntryRelay, examineLog, type LogFault } from '@portcullis/events';
import type { Checkpoint } from '@portcullis/events/ports';
import { createRecordStore } from '@portcullis/record-store';
import type { Row, TableName } from '@portcullis/record-store/driver';
import { memoryDriver } from '@portcullis/record-store/memory';
import { expect } from 'chai';
import { profileOf } from '#contracts/builders/driver-rows';
import { memoryTables } from '#record-store/memory/tables';
import { aKeyring } from '../../../support/builders/keyrings.ts';
import { fakeClock } from '../../../support/clock/fake-clock.ts';
import { fillEntries, logHash } from '../../../support/records/log-entries.ts';
import { mustSucceed } from '../../../support/run.ts';

/** A log of 520 entries, with heads of 130, 260, 390 and 520 entries. */
const aLog = async () => {
  const tables = memoryTables();
  const driver = memoryDriver(tables);
  const { ledgerLog } = createRecordStore(driver, aKeyring(), sequentialIds());
  const clock = fakeClock();
  const ids = sequentialIds('relay');
  const relay = createEntryRelay({
    ledgerLog,
    clock,
    ids,
    signer: null,
    feedNumbers: noFeed,
  });
  const heads: Checkpoint[] = [];
  for (let last = 13; last <= 52; last += 13) {
    fillEntries(tables, 10, last, last - 12);
    await mustSucceed(relay.round());
    const head = await mustSucceed(ledgerLog.newestHead());
    if (head !== null) heads.push(head);
    clock.advance(60_000);
  }
  expect(heads.map(({ size }) => size)).to.deep.equal([130, 260, 390, 520]);

  const rows = (table: TableName) => [...(tables.rows.get(table)?.values() ?? [])];
  /** Changes rows past every rule, as somebody with the database can. */
  const change = (table: TableName, how: (row: Row) => Row | null): void => {
    for (const row of rows(table)) {
      const changed = how(row);
      if (changed === null) tables.rows.get(table)?.delete(String(row['id']));
      else tables.rows.get(table)?.set(String(row['id']), changed);
    }
  };
  const faults = async (kept: readonly Checkpoint[] = heads): Promise<readonly LogFault[]> => {
    const examined = await examineLog({ ledgerLog, clock })(kept)();
    if (E.isLeft(examined)) throw new Error('the log was not read', { cause: examined.left });
    return examined.right.faults;
  };
  const continues = (earlier: Checkpoint, later: Checkpoint) =>
    mustSucceed(continuesHead({ ledgerLog })(earlier, later));
  return {
    clock,
    continues,
    relay,
    tables,
    heads,
    change,
    faults,
  };
};

type Log = Awaited<ReturnType<typeof aLog>>;
const isOf =
  (n: number) =>
  ({ profile }: Row): boolean =>
    profile === profileOf(n);

/** Makes the log's own state follow from what the entries are now, as a thief who knows the code would. */
const rebuild = async ({ change, relay }: Log): Promise<void> => {
  change('ledger_log', () => null);
  change('ledger', (row) => ({ ...row, place: 0 }));
  for (let round = 0; round < 3; round += 1) await relay.round()();
};

describe('the examination of the log', () => {
  it('finds no fault in a log that has only grown', async () => {
    const log = await aLog();
    expect(await log.faults()).to.deep.equal([]);
    fillEntries(log.tables, 10, 54, 53);
    await mustSucceed(log.relay.round());
    expect(await log.faults()).to.deep.equal([]);
  });

  it('finds that an entry was rewritten, and between which heads it stands', async () => {
    for (const { owner, range, seq } of [
      { owner: 1, seq: 3, range: { place: 1, lastPlace: 130, size: 130 } },
      { owner: 10, seq: 52, range: { place: 391, lastPlace: 520, size: 520 } },
    ]) {
      const log = await aLog();
      log.change('ledger', (row) =>
        isOf(owner)(row) && row['seq'] === seq ? { ...row, data: { hash: logHash('a thief', 1) } } : row,
      );
      expect(await log.faults()).to.deep.equal([{ fault: 'entries_changed', ...range }, { fault: 'state_changed' }]);
      expect(await log.faults([])).to.deep.equal([{ fault: 'state_changed' }]);
    }
  });

  it('finds that the hash of an entry was removed', async () => {
    const log = await aLog();
    log.change('ledger', (row) => (row['place'] === 200 ? { ...row, data: {} } : row));
    expect((await log.faults())[0]).to.deep.equal({ fault: 'entries_changed', place: 131, lastPlace: 260, size: 260 });
  });

  it('finds the deletion of a whole profile at its first place, behind which nothing is compared', async () => {
    const log = await aLog();
    log.change('ledger', (row) => (isOf(4)(row) ? null : row));
    expect(await log.faults()).to.deep.equal([{ fault: 'place_missing', place: 40, lastPlace: 52 }]);
  });

  for (const [attack, how] of [
    ['deletes a profile', (row: Row) => (isOf(4)(row) ? null : row)],
    [
      'rewrites an entry',
      (row: Row) => (isOf(4)(row) && row['seq'] === 9 ? { ...row, data: { hash: logHash('x', 1) } } : row),
    ],
  ] as const)
    it(`finds, by kept heads alone, a thief who ${attack} and makes the whole log again`, async () => {
      const log = await aLog();
      log.change('ledger', how);
      await rebuild(log);
      expect((await log.faults()).map(({ fault }) => fault)).to.include.oneOf(['entries_changed', 'other_log']);
      // The name of the log can be put back as well; the hashes cannot.
      log.change('ledger_log', (row) => ({ ...row, log: log.heads[0]?.logId }));
      expect((await log.faults()).map(({ fault }) => fault)).to.include('entries_changed');
    });

  it('finds that the log was rolled back to an earlier state', async () => {
    const log = await aLog();
    log.change('ledger', (row) => (Number(row['place']) > 390 ? null : row));
    log.change('ledger_heads', (row) => (Number(row['size']) > 390 ? null : row));
    log.change('ledger_log', (row) => ({ ...row, size: 390 }));
    const found = await log.faults();
    expect(found[0]).to.deep.equal({ fault: 'log_shrunk', size: 520 });
  });

  it('finds that the last entries were cut off', async () => {
    const log = await aLog();
    log.change('ledger', (row) => (Number(row['place']) > 510 ? null : row));
    expect(await log.faults()).to.deep.equal([{ fault: 'place_missing', place: 511, lastPlace: 520 }]);
  });

  it('finds entries that a thief keeps from the log before they are placed', async () => {
    const log = await aLog();
    for (const place of [-1, 0.5]) {
      fillEntries(log.tables, 1, 53, 53);
      log.change('ledger', (row) => (row['seq'] === 53 ? { ...row, place } : row));
      await mustSucceed(log.relay.round());
      expect(await log.faults()).to.have.lengthOf(1);
      expect((await log.faults())[0]).to.include({ fault: 'not_placed', place, profileId: profileOf(1), seq: 53 });
    }
    log.change('ledger_log', () => null);
    log.change('ledger', (row) => ({ ...row, place: -1 }));
    expect((await log.faults([])).length).to.equal(521);
  });

  it('finds entries that nobody has placed for five minutes', async () => {
    const log = await aLog();
    fillEntries(log.tables, 1, 53, 53);
    const recorded_at = new Date(log.clock.now()).toISOString();
    log.change('ledger', (row) =>
      row['seq'] === 53
        ? { ...row, data: { profile_id: profileOf(1), seq: 53, hash: logHash(profileOf(1), 53), recorded_at } }
        : row,
    );
    log.clock.advance(299_999);
    expect(await log.faults()).to.deep.equal([]);
    log.clock.advance(1);
    expect(await log.faults()).to.deep.equal([{ fault: 'not_placed', profileId: profileOf(1), seq: 53 }]);
    await mustSucceed(log.relay.round());
    expect(await log.faults()).to.deep.equal([]);
  });

  it('stops where no entries are, whatever size a thief gives the log', async () => {
    const log = await aLog();
    for (const size of [Number.MAX_SAFE_INTEGER, 1e300, 520.5, 777]) {
      log.change('ledger_log', (row) => ({ ...row, size }));
      const faults = await log.faults();
      expect(
        faults.map(({ fault, place }) => [fault, place]),
        String(size),
      ).to.deep.equal([['place_missing', 521]]);
    }
  });

  it('names the first range of places that hold nothing', async () => {
    const log = await aLog();
    log.change('ledger', (row) => (Number(row['place']) > 256 && Number(row['place']) < 516 ? null : row));
    expect(await log.faults()).to.deep.equal([{ fault: 'place_missing', place: 257, lastPlace: 515 }]);
  });

  it('reads a log of many pages, and finds two entries at the place with which a page ends', async () => {
    const log = await aLog();
    fillEntries(log.tables, 10, 252, 53);
    for (let round = 0; round < 2; round += 1) await mustSucceed(log.relay.round());
    expect(await log.faults()).to.deep.equal([]);
    fillEntries(log.tables, 1, 253, 253);
    log.change('ledger', (row) => (row['seq'] === 253 ? { ...row, place: 1000 } : row));
    const faults = await log.faults();
    expect(faults[0]).to.include({ fault: 'place_twice', place: 1000 });
  });

  it('finds entries that were swapped, doubled, or put behind the end', async () => {
    const log = await aLog();
    log.change('ledger', (row) =>
      row['place'] === 5 ? { ...row, place: 6 } : row['place'] === 6 ? { ...row, place: 5 } : row,
    );
    expect((await log.faults())[0]).to.deep.equal({ fault: 'entries_changed', place: 1, lastPlace: 130, size: 130 });
    const doubled = await aLog();
    doubled.change('ledger', (row) => (row['place'] === 7 ? { ...row, place: 8 } : row));
    expect(await doubled.faults()).to.deep.equal([{ fault: 'place_missing', place: 7 }]);
    const twice = await aLog();
    fillEntries(twice.tables, 1, 53, 53);
    twice.change('ledger', (row) => (row['seq'] === 53 ? { ...row, place: 8 } : row));
    expect((await twice.faults()).map(({ fault, place }) => [fault, place])).to.deep.include(['place_twice', 8]);
    const behind = await aLog();
    fillEntries(behind.tables, 1, 53, 53);
    behind.change('ledger', (row) => (row['place'] === 0 ? { ...row, place: 521 } : row));
    expect(await behind.faults()).to.deep.equal([{ fault: 'state_changed' }]);
  });

  it('finds that the hash of the log is not that of its entries', async () => {
    const log = await aLog();
    log.change('ledger_log', (row) => ({ ...row, hash: logHash('a thief', 1) }));
    expect(await log.faults()).to.deep.equal([{ fault: 'state_changed' }]);
  });

  it('finds heads of a log that is not there, or another one', async () => {
    const log = await aLog();
    log.change('ledger_log', (row) => ({ ...row, log: 'another00000001' }));
    expect((await log.faults()).map(({ fault }) => fault)).to.deep.equal(Array.from({ length: 4 }, () => 'other_log'));
    log.change('ledger_log', () => null);
    expect(await log.faults()).to.deep.equal([{ fault: 'no_log' }]);
    expect(await log.faults([])).to.deep.equal([]);
  });
});

describe('the look whether the log continues a head', () => {
  it('says so for every earlier head, and not once an entry between the two was changed or removed', async () => {
    const { change, continues, heads } = await aLog();
    const [first, second] = heads;
    const newest = heads.at(-1);
    if (first === undefined || second === undefined || newest === undefined) throw new Error('there are heads');
    for (const head of heads) expect(await continues(head, newest), `${head.size}`).to.equal(true);
    expect(await continues({ ...first, hash: logHash('a thief', 1) }, newest)).to.equal(false);
    change('ledger', (row) => (row['place'] === 200 ? { ...row, data: { hash: logHash('a thief', 1) } } : row));
    expect([await continues(first, newest), await continues(second, newest)]).to.deep.equal([false, true]);
    change('ledger', (row) => (row['place'] === 400 ? null : row));
    expect(await continues(second, newest)).to.equal(false);
  });
});
