import { deflateRawSync } from 'node:zlib';
import { sequentialIds } from '@portcullis/adapter-memory/testing';
import { E, type Either, type TaskEither, TE, type Unavailable, unavailable } from '@portcullis/domain';
import { withOutageCause } from '@portcullis/domain/kernel';
import { createRecordStore } from '@portcullis/record-store';
import type { RecordDriver } from '@portcullis/record-store/driver';
import { memoryDriver } from '@portcullis/record-store/memory';
import { expect } from 'chai';
import { memoryTables } from '#record-store/memory/tables';
import { healthProbeOver } from '#record-store/stores/health/health-probe';
import { watchWrites } from '#record-store/stores/health/write-watch';
import { aKeyring } from '../../../support/builders/keyrings.ts';
import { askedDelays } from '../../../support/clock/asked-delays.ts';
import { mustFail, mustSucceed } from '../../../support/run.ts';

const late = withOutageCause(unavailable('database', 'no answer in time', 'timeout'), 'timeout');
const full = withOutageCause(unavailable('database', 'refused', 'rejected'), 'disk_full');
const minuteMs = 60_000;

/** A probe of a database that can be read, whose writes have this outcome, at a time of the test's own. */
const probed = () => {
  let now = 0;
  let outcome: Either<Unavailable, void> | 'hangs' = E.right(undefined);
  const write = (): Promise<Either<Unavailable, void>> =>
    outcome === 'hangs' ? new Promise(() => undefined) : Promise.resolve(outcome);
  const look = async () => E.right({ installation: 'a'.repeat(64), writes: 0 });
  const probe = healthProbeOver(
    { look },
    () => write,
    watchWrites(memoryDriver(memoryTables())),
    () => now,
  );
  return {
    check: probe.database(),
    pass: (milliseconds: number): void => {
      now += milliseconds;
    },
    writesAre: (next: typeof outcome): void => {
      outcome = next;
    },
  };
};

describe('the probe of the record database', () => {
  it('keeps its verdict while a test write gets no answer in time, for ten minutes', async () => {
    const { check, pass, writesAre } = probed();
    await mustSucceed(check);
    writesAre(E.left(late));
    for (let minute = 1; minute < 10; minute += 1) {
      pass(minuteMs);
      await mustSucceed(check);
    }
    pass(minuteMs);
    expect(await mustFail(check)).to.deep.equal(late);
    writesAre(E.right(undefined));
    pass(minuteMs);
    await mustSucceed(check);
  });

  it('keeps a refusal, too, while later writes get no answer', async () => {
    const { check, pass, writesAre } = probed();
    writesAre(E.left(full));
    expect(await mustFail(check)).to.deep.equal(full);
    writesAre(E.left(late));
    pass(minuteMs);
    expect(await mustFail(check)).to.deep.equal(full);
  });

  it('waits for no write that hangs, and sends no second one beside it', async () => {
    const { check, pass, writesAre } = probed();
    writesAre('hangs');
    expect(await askedDelays('record-store', () => mustSucceed(check))).to.deep.equal([500]);
    writesAre(E.left(full));
    pass(minuteMs);
    await mustSucceed(check);
  });

  /** A probe whose writes, and those of others, a database refuses that has room for so many bytes. */
  const overFull = (cause: Unavailable) => {
    const tables = memoryDriver(memoryTables());
    const state = { room: Number.POSITIVE_INFINITY, tested: [] as number[], now: 0 };
    const watch = watchWrites({
      ...tables,
      putBlob: (row, blob) => (blob.bytes.length > state.room ? TE.left(cause) : tables.putBlob(row, blob)),
    });
    const look = async () => E.right({ installation: 'a'.repeat(64), writes: 0 });
    const write = (bytes: number): TaskEither<Unavailable, void> => {
      state.tested.push(bytes);
      return bytes > state.room ? TE.left(cause) : TE.right(undefined);
    };
    const probe = healthProbeOver({ look }, write, watch, () => state.now);
    const store = (id: string, length: number) =>
      watch.driver.putBlob({ id }, { bytes: new Uint8Array(length), contentType: 'image/png', name: 'front' });
    return { state, probe, store };
  };

  it('follows a write that is refused for want of room at once, until as many bytes are taken', async () => {
    for (const cause of [full, withOutageCause(unavailable('files', 'refused', 'rejected'), 'write_refused')]) {
      const { probe, state, store } = overFull(cause);
      const check = probe.database();
      await mustSucceed(check);
      state.room = 100_000;
      expect(probe.isContradicted?.()).to.equal(false);
      await mustFail(store('large', 3_000_000));
      expect(probe.isContradicted?.()).to.equal(true);
      expect(await mustFail(check)).to.deep.equal(cause);
      // Where its own few bytes would find room, others do not.
      state.now += 1000;
      expect(await mustFail(check)).to.deep.equal(cause);
      state.room = 4_000_000;
      await mustSucceed(store('small', 10));
      expect(probe.isContradicted?.()).to.equal(true);
      await mustSucceed(check);
      expect(state.tested).to.deep.equal([16_384, 3_000_000, 3_000_000, 3_000_000]);
    }
  });

  it('follows any other refusal and the next good write at once, and no write without an answer', async () => {
    for (const [failure, follows] of [
      [withOutageCause(unavailable('database', 'read-only', 'unavailable'), 'read_only'), true],
      [late, false],
    ] as const) {
      const { probe, state, store } = overFull(failure);
      const check = probe.database();
      await mustSucceed(check);
      state.room = 1;
      await mustFail(store('one', 10));
      expect(probe.isContradicted?.()).to.equal(follows);
      if (!follows) continue;
      expect(await mustFail(check)).to.deep.equal(failure);
      state.room = 1_000_000;
      await mustSucceed(store('two', 10));
      await mustSucceed(check);
      expect(state.now).to.equal(0);
    }
  });

  it('counts each way to write that the engine refuses for want of room', async () => {
    const refused = TE.left(full);
    const writes: Partial<RecordDriver> = {
      transaction: () => refused,
      updateIf: () => refused,
      putBlob: () => refused,
      removeBlob: () => refused,
      removeBlobs: () => refused,
    };
    const driver = { ...memoryDriver(memoryTables()), ...writes };
    const blob = { bytes: new Uint8Array(), contentType: 'image/png', name: 'front' };
    const calls: readonly ((watched: RecordDriver) => TaskEither<unknown, unknown>)[] = [
      (watched) => watched.transaction([]),
      (watched) => watched.updateIf({ table: 'profiles', id: 'p', expected: {}, columns: {} }),
      (watched) => watched.putBlob({ id: 'f' }, blob),
      (watched) => watched.removeBlob('f'),
      (watched) => watched.removeBlobs('p', ['f']),
    ];
    expect(calls).to.have.length(Object.keys(writes).length);
    for (const call of calls) {
      const watch = watchWrites(driver);
      expect(watch.withoutRoom()).to.equal(null);
      await mustFail(call(watch.driver));
      expect(watch.withoutRoom()?.refusal).to.deep.equal(full);
    }
  });

  it('writes a file that no database makes smaller, and removes it', async () => {
    const driver = memoryDriver(memoryTables());
    const sizes = [] as number[];
    const { healthProbe } = createRecordStore(
      {
        ...driver,
        putBlob: (row, blob) => {
          sizes.push(deflateRawSync(blob.bytes).length);
          return driver.putBlob(row, blob);
        },
      },
      aKeyring(),
      sequentialIds('probe'),
    );
    await mustSucceed(healthProbe.database());
    expect(sizes).to.have.length(1);
    expect(sizes[0]).to.be.at.least(16 * 1024);
    expect(await mustSucceed(driver.page('files', { limit: 1 }))).to.deep.equal([]);
  });
});
