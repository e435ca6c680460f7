import { sequentialIds } from '@portcullis/adapter-memory/testing';
import { noFeed, placedEntries } from '@portcullis/contracts/builders';
import { createEntryRelay, type EntryRelay } from '@portcullis/events';
import type { LedgerLog } from '@portcullis/events/ports';
import { createRecordStore } from '@portcullis/record-store';
import type { RecordDriver } from '@portcullis/record-store/driver';
import { memoryDriver } from '@portcullis/record-store/memory';
import { expect } from 'chai';
import { profileOf } from '#contracts/builders/driver-rows';
import { memoryTables } from '#record-store/memory/tables';
import { aKeyring } from '../../../support/builders/keyrings.ts';
import { type FakeClock, fakeClock } from '../../../support/clock/fake-clock.ts';
import { type DriverFault, withFaults } from '../../../support/records/driver-faults.ts';
import {
  fillEntries,
  hashOfEntries,
  ledgerRowOf,
  logEntryInsert,
  writeEntries,
} from '../../../support/records/log-entries.ts';
import { mustSucceed } from '../../../support/run.ts';

const lease = 30_000;

const logOver = (driver: RecordDriver): LedgerLog =>
  createRecordStore(driver, aKeyring(), sequentialIds('store')).ledgerLog;

const aRelay = (name: string, ledgerLog: LedgerLog, clock: FakeClock): EntryRelay =>
  createEntryRelay({
    ledgerLog,
    clock,
    ids: sequentialIds(name),
    signer: null,
    feedNumbers: noFeed,
  });

const rounds = async (relay: EntryRelay, count: number): Promise<number> => {
  let placed = 0;
  for (let round = 0; round < count; round += 1) placed += await mustSucceed(relay.round());
  return placed;
};

/** Every entry has one place, without a gap, and those of a profile are in their order; the root is theirs. */
const expectWhole = async (log: LedgerLog, profiles: number, entriesEach: number): Promise<void> => {
  const placed = await placedEntries(log);
  expect(placed.map(({ place }) => place)).to.deep.equal(
    Array.from({ length: profiles * entriesEach }, (_, n) => n + 1),
  );
  for (let n = 1; n <= profiles; n += 1) {
    const own = placed.filter(({ profileId }) => profileId === profileOf(n));
    expect(own.map(({ seq }) => seq)).to.deep.equal(Array.from({ length: entriesEach }, (_, at) => at + 1));
  }
  const state = await mustSucceed(log.state());
  const head = await mustSucceed(log.newestHead());
  expect([state?.size, head?.size, head?.hash]).to.deep.equal([placed.length, placed.length, hashOfEntries(placed)]);
};

describe('the relay of entries', () => {
  it('places the entries of all profiles once and without a gap, also those that were there before it', async () => {
    const driver = memoryDriver();
    const clock = fakeClock();
    const log = logOver(driver);
    await writeEntries(driver, 4, 100);
    const relay = aRelay('one', log, clock);
    expect(await rounds(relay, 2)).to.equal(400);
    await writeEntries(driver, 4, 103, 101);
    expect(await mustSucceed(relay.stop())).to.equal(12);
    await expectWhole(log, 4, 103);
  });

  it('goes on where somebody has removed an entry, with heads of what it has placed', async () => {
    const driver = memoryDriver();
    const log = logOver(driver);
    await writeEntries(driver, 2, 100);
    const relay = aRelay('one', log, fakeClock());
    expect(await rounds(relay, 1)).to.equal(200);
    const placed = await placedEntries(log);
    const id = ledgerRowOf(profileOf(1), 7);
    await mustSucceed(driver.transaction([{ kind: 'delete', table: 'ledger', id }]));
    await writeEntries(driver, 2, 130, 101);
    await mustSucceed(relay.stop());
    const whole = [...placed, ...(await placedEntries(log)).filter(({ seq }) => seq > 100)];
    const head = await mustSucceed(log.newestHead());
    expect([head?.size, head?.hash]).to.deep.equal([260, hashOfEntries(whole)]);
  });

  it('begins no further batch on a database that is slow, so that requests have their turn', async () => {
    const driver = memoryDriver();
    const clock = fakeClock();
    const log = logOver(driver);
    await writeEntries(driver, 8, 100);
    const append: LedgerLog['append'] = (...asked) => {
      clock.advance(60);
      return log.append(...asked);
    };
    const relay = aRelay('one', { ...log, append }, clock);
    expect([await rounds(relay, 1), await rounds(relay, 1)]).to.deep.equal([300, 300]);
  });

  it('places all of the rest at the stop, however much a round leaves, and signs a head of it', async () => {
    const tables = memoryTables();
    const log = logOver(memoryDriver(tables));
    fillEntries(tables, 10, 400);
    expect(await mustSucceed(aRelay('one', log, fakeClock()).stop())).to.equal(4000);
    await expectWhole(log, 10, 400);
  });

  it('makes its head and gives the lease back at the stop before the process ends, on a slow database too', async () => {
    const tables = memoryTables();
    const clock = fakeClock();
    const log = logOver(memoryDriver(tables));
    fillEntries(tables, 10, 400);
    const append: LedgerLog['append'] = (...asked) => {
      clock.advance(60);
      return log.append(...asked);
    };
    expect(await mustSucceed(aRelay('one', { ...log, append }, clock).stop(600))).to.equal(1500);
    expect(await mustSucceed(log.state())).to.include({ size: 1500, holder: '' });
    expect(await mustSucceed(log.newestHead())).to.include({ size: 1500 });
  });

  it('places an entry that was committed later than others that it precedes in every order', async () => {
    const driver = memoryDriver();
    const clock = fakeClock();
    const log = logOver(driver);
    const relay = aRelay('one', log, clock);
    for (const n of [3, 2, 1]) {
      await mustSucceed(driver.transaction([logEntryInsert(profileOf(n), 1)]));
      expect(await rounds(relay, 2)).to.equal(1);
    }
    await mustSucceed(relay.stop());
    await expectWhole(log, 3, 1);
  });

  it('leaves the log to the instance that has the lease, and takes it over when that one died', async () => {
    const driver = memoryDriver();
    const clock = fakeClock();
    const log = logOver(driver);
    const first = aRelay('one', log, clock);
    const second = aRelay('two', log, clock);
    await writeEntries(driver, 2, 3);
    expect(await rounds(first, 1)).to.equal(6);
    await writeEntries(driver, 2, 5, 4);
    clock.advance(lease - 1);
    expect(await rounds(second, 1)).to.equal(0);
    clock.advance(2);
    expect(await rounds(second, 1)).to.equal(4);
    await mustSucceed(second.stop());
    await expectWhole(log, 2, 5);
  });

  for (const heldUntil of ['2026-05-01T01:00:30.000Z', '9999-12-31T23:59:59.999Z', 'for ever'])
    it(`takes over at once from a clock that is ahead, or a thief, who holds the lease until ${heldUntil}`, async () => {
      const driver = memoryDriver();
      const clock = fakeClock();
      const log = logOver(driver);
      await writeEntries(driver, 2, 3);
      await rounds(aRelay('one', log, clock), 1);
      const state = await mustSucceed(log.state());
      if (state === null) throw new Error('there is no log');
      await mustSucceed(log.append(state, { ...state, holder: 'somebody', heldUntil }, []));
      await writeEntries(driver, 2, 5, 4);
      const second = aRelay('two', log, clock);
      expect(await rounds(second, 1)).to.equal(4);
      await mustSucceed(second.stop());
      await expectWhole(log, 2, 5);
    });

  it('writes nothing once the lease is lost, whether it has noticed or not', async () => {
    const driver = memoryDriver();
    const clock = fakeClock();
    const log = logOver(driver);
    const first = aRelay('one', log, clock);
    const second = aRelay('two', log, clock);
    await rounds(first, 1);
    await writeEntries(driver, 2, 2);
    // The first one has listed the entries, and is stopped by its machine before it places them.
    const stalled = aRelay(
      'stalled',
      {
        ...log,
        unplaced: (limit) => async () => {
          const listed = await log.unplaced(limit)();
          clock.advance(lease + 1);
          await mustSucceed(second.round());
          return listed;
        },
      },
      clock,
    );
    await mustSucceed(first.stop());
    expect(await rounds(stalled, 1)).to.equal(0);
    await mustSucceed(second.stop());
    await expectWhole(log, 2, 2);
  });

  it('says whether it has the lease: neither while another has it, nor after an outage or a stop', async () => {
    const driver = memoryDriver();
    const clock = fakeClock();
    const log = logOver(driver);
    const state = { isAway: false };
    const shaky = withFaults(driver, () => (state.isAway ? 'lost' : null));
    const first = aRelay('one', logOver(shaky), clock);
    const second = aRelay('two', log, clock);
    expect(first.hasLease()).to.equal(false);
    await rounds(first, 1);
    await rounds(second, 1);
    expect([first.hasLease(), second.hasLease()]).to.deep.equal([true, false]);
    state.isAway = true;
    clock.advance(lease / 2);
    await first.round()();
    expect(first.hasLease()).to.equal(false);
    state.isAway = false;
    await rounds(first, 1);
    expect(first.hasLease()).to.equal(true);
    await mustSucceed(first.stop());
    expect(first.hasLease()).to.equal(false);
  });

  it('keeps its lease while nothing happens', async () => {
    const driver = memoryDriver();
    const clock = fakeClock();
    const log = logOver(driver);
    const first = aRelay('one', log, clock);
    const second = aRelay('two', log, clock);
    for (let second_ = 0; second_ < 100; second_ += 1) {
      await rounds(first, 1);
      clock.advance(1000);
      await rounds(second, 1);
    }
    expect(await mustSucceed(log.state())).to.include({ generation: 1 });
  });

  it('gives its lease back when it stops, so that another one goes on at once', async () => {
    const driver = memoryDriver();
    const clock = fakeClock();
    const log = logOver(driver);
    await mustSucceed(aRelay('one', log, clock).stop());
    await writeEntries(driver, 1, 2);
    expect(await rounds(aRelay('two', log, clock), 1)).to.equal(2);
  });

  for (const fault of ['lost', 'ambiguous'] as const satisfies readonly DriverFault[])
    it(`loses no entry and places none twice when it is killed at any call (${fault})`, async function () {
      this.timeout(60_000);
      for (let killedAt = 1; ; killedAt += 1) {
        const tables = memoryTables();
        const driver = memoryDriver(tables);
        const clock = fakeClock();
        fillEntries(tables, 2, 150);
        let calls = 0;
        const dying = withFaults(driver, () => {
          calls += 1;
          return calls === killedAt ? fault : calls > killedAt ? 'lost' : null;
        });
        const killed = aRelay('killed', logOver(dying), clock);
        for (let round = 0; round < 3; round += 1) await killed.round()();
        const wasKilled = calls >= killedAt;
        clock.advance(lease + 1);
        const next = aRelay('next', logOver(driver), clock);
        await rounds(next, 3);
        await mustSucceed(next.stop());
        await expectWhole(logOver(driver), 2, 150);
        if (!wasKilled) {
          expect(killedAt).to.be.above(10);
          return;
        }
      }
    });

  it('goes on by itself after every outage of the database', async () => {
    const driver = memoryDriver();
    const clock = fakeClock();
    await writeEntries(driver, 2, 80);
    let calls = 0;
    const shaky = withFaults(driver, () => {
      calls += 1;
      return (['lost', null, 'ambiguous', null, null] as const)[calls % 5] ?? null;
    });
    const relay = aRelay('one', logOver(shaky), clock);
    for (let round = 0; round < 40; round += 1) await relay.round()();
    await mustSucceed(aRelay('last', logOver(driver), fakeClock('2026-05-02T00:00:00.000Z')).stop());
    await expectWhole(logOver(driver), 2, 80);
  });
});
