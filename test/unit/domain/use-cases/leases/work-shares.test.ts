import { E, TE, unavailable } from '@portcullis/domain';
import { shardCount, shardOf } from '@portcullis/domain/ports';
import { createWorkShares, type KeptShares } from '@portcullis/domain/use-cases';
import { createRecordStore } from '@portcullis/record-store';
import { memoryDriver } from '@portcullis/record-store/memory';
import { expect } from 'chai';
import { fakeClock } from '../../../../support/clock/fake-clock.ts';
import { sequentialIds } from '../../../../support/clock/sequential-ids.ts';

/** A name for each shard. */
const names = Array.from({ length: shardCount }, (_, shard) => {
  for (let n = 0; ; n += 1) if (shardOf(`work ${n}`) === shard) return `work ${n}`;
});
const [aName = ''] = names;

const begin = () => {
  const clock = fakeClock();
  const { workSeats, workShards } = createRecordStore(memoryDriver(), null, sequentialIds('stores'));
  /** `onRead` is called at the beginning of each read. */
  const database = { isDown: false, onRead: (): void => undefined };
  const down = TE.left(unavailable('database', 'is down'));
  const reachable = (store: typeof workSeats): typeof workSeats => ({
    leases: () => async () => {
      database.onRead();
      return (database.isDown ? down : store.leases())();
    },
    replace: (seen, next) => (database.isDown ? down : store.replace(seen, next)),
  });
  /** An instance whose clock is ahead of the others by some milliseconds. */
  const instance = (name: string, offset: { aheadMs: number; isTrusted?: boolean } = { aheadMs: 0 }): KeptShares => {
    const own = {
      now: () => clock.now() + offset.aheadMs,
      monotonic: clock.monotonic,
      isTrusted: () => offset.isTrusted ?? true,
    };
    const ids = sequentialIds(name);
    return createWorkShares({ seats: reachable(workSeats), shards: reachable(workShards), clock: own, ids });
  };
  return { clock, database, instance };
};

/** Within so many seconds each of those that have begun has its share. */
const untilDivided = 43;

const owned = (shares: KeptShares): readonly string[] => names.filter(shares.owns);
const counts = (all: readonly KeptShares[]): readonly number[] => all.map((one) => one.count());

/** Fails when a piece of work is the work of two of these instances. */
const expectNoneTwice = (all: readonly KeptShares[], when: string): void => {
  const every = all.flatMap(owned);
  expect(every.length, `${when}: ${every.join(', ')}`).to.equal(new Set(every).size);
};

/** Lets these instances look after their shares once a second. */
const pass = async (
  { clock }: ReturnType<typeof begin>,
  seconds: number,
  alive: readonly KeptShares[],
  all: readonly KeptShares[] = alive,
): Promise<void> => {
  for (let second = 0; second < seconds; second += 1) {
    await Promise.all(alive.map((one) => one.keep()));
    clock.advance(1000);
    expectNoneTwice(all, `second ${second}`);
  }
};

describe('the shares of the work by time', () => {
  it('are all of it at once for an instance that is alone, and none before it has looked', async () => {
    const { instance } = begin();
    const one = instance('a');
    expect([one.count(), await one.run(aName, async () => 'done')]).to.deep.equal([0, null]);
    await one.keep();
    expect(owned(one)).to.deep.equal(names);
    expect([one.count(), await one.run(aName, async () => 'done')]).to.deep.equal([16, 'done']);
  });

  for (const [instances, expected] of [
    [2, [8, 8]],
    [5, [4, 3, 3, 3, 3]],
    [10, [2, 2, 2, 2, 2, 2, 1, 1, 1, 1]],
    [17, [...Array(16).fill(1), 0]],
  ] as const)
    it(`are divided evenly by ${instances} instances that begin together, and by those that come later`, async () => {
      const together = begin();
      const all = Array.from({ length: instances }, (_, n) => together.instance(`i${n}`));
      await pass(together, untilDivided, all);
      expect(counts(all).toSorted((a, b) => b - a)).to.deep.equal(expected);
      if (instances > 10) return;
      const later = begin();
      const some: KeptShares[] = [];
      for (let n = 0; n < instances; n += 1) {
        some.push(later.instance(`i${n}`));
        await pass(later, untilDivided, some);
      }
      expect(counts(some).toSorted((a, b) => b - a)).to.deep.equal(expected);
    });

  it('of an instance that stops are those of others at their next look', async () => {
    const base = begin();
    const a = base.instance('a');
    const b = base.instance('b');
    await pass(base, untilDivided, [a, b]);
    await a.release();
    expect([a.count(), E.isRight(await a.keep()), a.count()]).to.deep.equal([0, true, 0]);
    await pass(base, 4, [b]);
    expect(b.count()).to.equal(16);
  });

  for (const aheadMs of [-100_000, -40_000, -1000, 0, 1000, 40_000, 100_000])
    it(`are taken from one that was killed, whose clock differed by ${aheadMs} ms, once its lease has ended`, async () => {
      const base = begin();
      const a = base.instance('a', { aheadMs });
      const b = base.instance('b');
      await pass(base, 60, [a, b]);
      expect(counts([a, b])).to.deep.equal([8, 8]);
      await pass(base, 38, [b], [a, b]);
      expect(counts([a, b])).to.deep.equal([0, 16]);
    });

  for (const jumpMs of [-50_000, -20_000, 20_000, 50_000])
    it(`are nobody's twice when a clock is set by ${jumpMs} ms and back`, async () => {
      const base = begin();
      const offset = { aheadMs: 0 };
      const all = [base.instance('a', offset), base.instance('b')];
      await pass(base, untilDivided, all);
      for (const aheadMs of [jumpMs, 0, -jumpMs, 0]) {
        offset.aheadMs = aheadMs;
        await pass(base, 45, all);
      }
      expect(counts(all)).to.deep.equal([8, 8]);
    });

  it('are lost by one that slept, which begins nothing more, and gets a part again', async () => {
    const base = begin();
    const a = base.instance('a');
    const b = base.instance('b');
    await pass(base, untilDivided, [a, b]);
    await pass(base, 60, [b], [a, b]);
    expect(counts([a, b])).to.deep.equal([0, 16]);
    await pass(base, 10, [a, b]);
    expect(counts([a, b])).to.deep.equal([8, 8]);
  });

  it('are kept while the database gives no answer, for as long as the lease lasts, and taken again afterwards', async () => {
    const base = begin();
    const a = base.instance('a');
    const b = base.instance('b');
    await pass(base, untilDivided, [a, b]);
    base.database.isDown = true;
    await pass(base, 10, [a, b]);
    expect(counts([a, b])).to.deep.equal([8, 8]);
    await pass(base, 2, [a, b]);
    expect(E.isLeft(await a.keep())).to.equal(true);
    expect(counts([a, b])).to.deep.equal([0, 0]);
    base.database.isDown = false;
    await pass(base, 10, [a, b]);
    expect(counts([a, b])).to.deep.equal([8, 8]);
  });

  it('are all of one that stays within a minute, after twenty that were killed ten seconds after their start', async () => {
    const base = begin();
    for (let n = 0; n < 20; n += 1) await pass(base, 10, [base.instance(`killed${n}`)]);
    const one = base.instance('a');
    await pass(base, 60, [one]);
    expect(one.count()).to.equal(16);
  });

  for (const healthy of [1, 2])
    it(`stay those of ${healthy} that work while another one is killed ten seconds after each start`, async () => {
      const base = begin();
      const all = Array.from({ length: healthy }, (_, n) => base.instance(`i${n}`));
      await pass(base, untilDivided, all);
      for (let n = 0; n < 30; n += 1) {
        const killed = base.instance(`killed${n}`);
        for (let second = 0; second < 10; second += 1) {
          await pass(base, 1, [...all, killed]);
          expect(counts([...all, killed]), `start ${n}`).to.deep.equal([...all.map(() => 16 / healthy), 0]);
        }
      }
    });

  it('are divided with one that begins once it has worked for half a minute, and not before', async () => {
    const base = begin();
    const a = base.instance('a');
    const b = base.instance('b');
    await pass(base, 10, [a]);
    await pass(base, 29, [a, b]);
    expect(counts([a, b])).to.deep.equal([16, 0]);
    await pass(base, 12, [a, b]);
    expect(counts([a, b])).to.deep.equal([8, 8]);
  });

  it('are those of one that begins at once where all others stop', async () => {
    const base = begin();
    const a = base.instance('a');
    const b = base.instance('b');
    await pass(base, 5, [a]);
    await pass(base, 5, [a, b]);
    await a.release();
    await pass(base, 4, [b]);
    expect(b.count()).to.equal(16);
  });

  it('are left to others for a time by one that asks for it, unless it is alone', async () => {
    const base = begin();
    const a = base.instance('a');
    const b = base.instance('b');
    await pass(base, 2, [a]);
    expect([await a.leaveToOthers(30_000), a.count()]).to.deep.equal([false, 16]);
    await pass(base, untilDivided, [a, b]);
    expect([await a.leaveToOthers(30_000), a.count()]).to.deep.equal([true, 0]);
    await pass(base, 5, [a, b]);
    expect(counts([a, b])).to.deep.equal([0, 16]);
    await pass(base, 25, [a, b]);
    expect(a.count()).to.equal(0);
    await pass(base, 6, [a, b]);
    expect(counts([a, b])).to.deep.equal([8, 8]);
  });

  it('are taken by one that has left its part, before its time, where nobody has them any more', async () => {
    const base = begin();
    const a = base.instance('a');
    const b = base.instance('b');
    const c = base.instance('c');
    await pass(base, 90, [a, b, c]);
    for (const one of [a, b, c]) expect(await one.leaveToOthers(480_000)).to.equal(true);
    await pass(base, 30, [a, b, c]);
    expect(counts([a, b, c]).reduce((sum, one) => sum + one, 0)).to.equal(16);
  });

  it('stay with the others for the whole time that one has left them, while shards change hands', async () => {
    const base = begin();
    const a = base.instance('a');
    const b = base.instance('b');
    const c = base.instance('c');
    await pass(base, 90, [a, b, c]);
    expect(await a.leaveToOthers(900_000)).to.equal(true);
    for (let minute = 0; minute < 14; minute += 1) {
      await pass(base, 60, [a, b, c]);
      expect(a.count(), `minute ${minute}`).to.equal(0);
    }
  });

  it('leave one to spare where there are more instances than parts, unless it fails or cannot look', async () => {
    const base = begin();
    const all = Array.from({ length: 17 }, (_, n) => base.instance(`i${n}`));
    const spares = () => all.filter((one) => one.isSpare());
    await pass(base, untilDivided, all);
    const [spare] = spares();
    expect([spares().length, spare?.count()]).to.deep.equal([1, 0]);
    const whileRead: (boolean | undefined)[] = [];
    base.database.onRead = () => void whileRead.push(spare?.isSpare());
    await pass(base, 10, all);
    base.database.onRead = () => undefined;
    expect(new Set(whileRead), 'while it looks').to.deep.equal(new Set([true]));
    const failing = all.find((one) => one !== spare);
    expect(await failing?.leaveToOthers(30_000)).to.equal(true);
    await pass(base, 10, all);
    expect(spares(), 'one that has left its part, whose seat the other has').to.deep.equal([]);
    await pass(base, 30, all);
    expect([spares(), failing?.count()]).to.deep.equal([[failing], 0]);
    base.database.isDown = true;
    await pass(base, 5, all);
    expect(spares()).to.deep.equal([]);
  });

  it('are neither taken nor renewed by a clock that is not trusted', async () => {
    const base = begin();
    const offset = { aheadMs: 0, isTrusted: false };
    const a = base.instance('a', offset);
    const b = base.instance('b');
    await pass(base, 2, [a, b]);
    expect(counts([a, b])).to.deep.equal([0, 16]);
    offset.isTrusted = true;
    await pass(base, untilDivided, [a, b]);
    expect(counts([a, b])).to.deep.equal([8, 8]);
    offset.isTrusted = false;
    await pass(base, 40, [a, b]);
    expect(counts([a, b])).to.deep.equal([0, 16]);
  });

  it('pass on after the tasks that run in them, and take no new one meanwhile', async () => {
    const base = begin();
    const a = base.instance('a');
    const b = base.instance('b');
    await a.keep();
    let end: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const running = names.map((name) => a.run(name, () => ended));
    await pass(base, untilDivided, [a, b]);
    expect(counts([a, b])).to.deep.equal([8, 0]);
    end();
    await Promise.all(running);
    await pass(base, 3, [a, b]);
    expect(counts([a, b])).to.deep.equal([8, 8]);
  });

  it('are looked after once, however often that is asked for at the same time', async () => {
    const { instance } = begin();
    const one = instance('a');
    const first = one.keep();
    expect(one.keep()).to.equal(first);
    await first;
    expect(one.count()).to.equal(16);
  });
});
