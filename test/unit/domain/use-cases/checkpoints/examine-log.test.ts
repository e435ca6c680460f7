import { E } from '@portcullis/domain';
import type { Checkpoint } from '@portcullis/domain/ledger';
import { tileWidth } from '@portcullis/domain/ports';
import { createEntryRelay, examineLog, type LogFault } from '@portcullis/domain/use-cases';
import { createRecordStore } from '@portcullis/record-store';
import type { Row, TableName } from '@portcullis/record-store/driver';
import { memoryDriver, memoryTables } from '@portcullis/record-store/memory';
import { expect } from 'chai';
import { fakeClock } from '../../../../support/clock/fake-clock.ts';
import { sequentialIds } from '../../../../support/clock/sequential-ids.ts';
import { profileOf } from '../../../../support/records/driver-rows.ts';
import { fillEntries, logHash } from '../../../../support/records/log-entries.ts';
import { mustSucceed } from '../../../../support/run.ts';
import { noFeed } from '../../../../support/services/log-relay.ts';

/** A log of 520 entries, of which two tiles are stored, with heads of 130, 260, 390 and 520 entries. */
const aLog = async () => {
  const tables = memoryTables();
  const driver = memoryDriver(tables);
  const { ledgerLog } = createRecordStore(driver, null, sequentialIds());
  const clock = fakeClock();
  const ids = sequentialIds('relay');
  const relay = createEntryRelay({
    ledgerLog,
    clock,
    ids,
    signer: null,
    timestamps: null,
    feedNumbers: noFeed,
    onStampFailure: () => undefined,
  });
  for (let last = 13; last <= 52; last += 13) {
    fillEntries(tables, 10, last, last - 12);
    await mustSucceed(relay.round());
    clock.advance(60_000);
  }
  const heads = await mustSucceed(ledgerLog.heads(0, 10));
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
  return {
    clock,
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

/** Makes the tree's own hashes and state follow from what the entries are now, as a thief who knows the code would. */
const rebuild = async ({ change, relay }: Log): Promise<void> => {
  change('ledger_tiles', () => null);
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

  it('finds the entry that was rewritten, in a full tile and in the last one', async () => {
    for (const [seq, place] of [
      [3, 3],
      [52, 520],
    ] as const) {
      const log = await aLog();
      const owner = seq === 52 ? 10 : 1;
      log.change('ledger', (row) =>
        isOf(owner)(row) && row['seq'] === seq ? { ...row, data: { hash: logHash('a thief', 1) } } : row,
      );
      const found = await log.faults();
      const isTiled = place <= 2 * tileWidth;
      if (isTiled) expect(found[0]).to.include({ fault: 'entry_replaced', place, seq });
      expect(found.map(({ fault, size }) => `${fault} ${size ?? ''}`.trim())).to.deep.equal(
        isTiled ? ['entry_replaced', 'root_changed 130', 'state_changed'] : ['root_changed 520', 'state_changed'],
      );
    }
  });

  it('finds the deletion of a whole profile, place by place', async () => {
    const log = await aLog();
    log.change('ledger', (row) => (isOf(4)(row) ? null : row));
    const found = await log.faults();
    expect(found.filter(({ fault }) => fault === 'place_missing')).to.have.length(52);
    expect(found.filter(({ fault }) => fault === 'root_changed')).to.deep.equal([{ fault: 'root_changed', size: 130 }]);
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
      expect((await log.faults()).map(({ fault }) => fault)).to.include.oneOf(['root_changed', 'other_log']);
      // The name of the log can be put back as well; the roots cannot.
      log.change('ledger_log', (row) => ({ ...row, log: log.heads[0]?.logId }));
      expect((await log.faults()).map(({ fault }) => fault)).to.include('root_changed');
    });

  it('finds that the log was rolled back to an earlier state', async () => {
    const log = await aLog();
    log.change('ledger', (row) => (Number(row['place']) > 390 ? null : row));
    log.change('ledger_heads', (row) => (Number(row['size']) > 390 ? null : row));
    log.change('ledger_tiles', (row) => (Number(row['position']) > 0 ? null : row));
    log.change('ledger_log', (row) => ({ ...row, size: 390 }));
    const found = await log.faults();
    expect(found[0]).to.deep.equal({ fault: 'log_shrunk', size: 520 });
  });

  it('finds that the last entries were cut off', async () => {
    const log = await aLog();
    log.change('ledger', (row) => (Number(row['place']) > 510 ? null : row));
    const found = await log.faults();
    expect(found.filter(({ fault }) => fault === 'place_missing').map(({ place }) => place)).to.deep.equal(
      Array.from({ length: 10 }, (_, n) => 511 + n),
    );
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
      row['seq'] === 53 ? { ...row, data: { hash: logHash(profileOf(1), 53), recorded_at } } : row,
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
      expect(faults.find(({ fault }) => fault.startsWith('place'))?.place, String(size)).to.equal(521);
      expect(faults.length, String(size)).to.be.below(260);
    }
  });

  it('names the first range of places that hold nothing, and what it did not compare', async () => {
    const log = await aLog();
    log.change('ledger', (row) => (Number(row['place']) > 256 && Number(row['place']) < 516 ? null : row));
    expect(await log.faults()).to.deep.equal([
      { fault: 'places_missing', place: 257, lastPlace: 515 },
      { fault: 'root_changed', size: 260 },
    ]);
  });

  it('stops after about a thousand faults', async () => {
    const log = await aLog();
    fillEntries(log.tables, 10, 252, 53);
    for (let round = 0; round < 2; round += 1) await mustSucceed(log.relay.round());
    log.change('ledger', (row) => ({ ...row, data: { hash: logHash('a thief', Number(row['place'])) } }));
    const faults = await log.faults();
    expect(faults).to.deep.include({ fault: 'too_many', place: 1024 });
    expect(faults.length).to.be.within(1000, 1300);
  });

  it('finds entries that were swapped, doubled, or put behind the end', async () => {
    const log = await aLog();
    log.change('ledger', (row) =>
      row['place'] === 5 ? { ...row, place: 6 } : row['place'] === 6 ? { ...row, place: 5 } : row,
    );
    expect((await log.faults()).map(({ fault, place }) => [fault, place])).to.deep.include.members([
      ['entry_replaced', 5],
      ['entry_replaced', 6],
    ]);
    const doubled = await aLog();
    doubled.change('ledger', (row) => (row['place'] === 7 ? { ...row, place: 8 } : row));
    const faults = (await doubled.faults()).map(({ fault, place }) => [fault, place]);
    expect(faults).to.deep.include.members([
      ['place_twice', 8],
      ['place_missing', 7],
    ]);
    const behind = await aLog();
    fillEntries(behind.tables, 1, 53, 53);
    behind.change('ledger', (row) => (row['place'] === 0 ? { ...row, place: 521 } : row));
    expect(await behind.faults()).to.deep.equal([{ fault: 'state_changed' }]);
  });

  it('finds a tile whose hashes, or whose root, are not those of its entries', async () => {
    for (const how of [
      (row: Row) => ({ ...row, root: logHash('a thief', 1) }),
      (row: Row) => ({ ...row, hashes: String(row['hashes']).split(',').slice(0, 255).join() }),
      (row: Row) => ({ ...row, hashes: '' }),
    ]) {
      const log = await aLog();
      log.change('ledger_tiles', (row) => (row['position'] === 1 ? how(row) : row));
      expect(await log.faults()).to.deep.equal([{ fault: 'state_changed' }]);
    }
    const log = await aLog();
    log.change('ledger_tiles', () => null);
    expect(await log.faults()).to.deep.equal([]);
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
