import { E, type TaskEither, type Unavailable, unavailable } from '@portcullis/domain';
import { type Shards, shardCount, shardOf } from '@portcullis/domain/ports';
import { createWorkShares, type KeptShares } from '@portcullis/domain/use-cases';
import { createRecordStore } from '@portcullis/record-store';
import { memoryDriver } from '@portcullis/record-store/memory';
import { expect } from 'chai';
import { fakeClock } from '../../../../support/clock/fake-clock.ts';
import { sequentialIds } from '../../../../support/clock/sequential-ids.ts';
import { isFullEffort, runs } from '../../../../support/effort.ts';
import { between, randomOf } from '../../../../support/generators/seeded-random.ts';

/** A name for each shard. */
const names = Array.from({ length: shardCount }, (_, shard) => {
  for (let n = 0; ; n += 1) if (shardOf(`work ${n}`) === shard) return `work ${n}`;
});

/** What becomes of a write: it arrives and is answered, it does not arrive, its answer is lost, or it arrives late. */
type Fate = 'answered' | 'failed' | 'lost' | 'late';

const away = E.left<Unavailable>(unavailable('database', 'gave no answer'));

const begin = () => {
  const clock = fakeClock();
  const { workSeats, workShards } = createRecordStore(memoryDriver(), null, sequentialIds('stores'));
  /** Instances that stand still, as a process does that got no processor, each with what makes it go on. */
  const still = new Map<string, { readonly until: number; readonly waiting: (() => void)[] }>();
  const fates = { next: (_: string, __: 'seats' | 'shards'): Fate => 'answered' };

  /** The writes that arrive late. */
  const late: TaskEither<Unavailable, boolean>[] = [];

  const stand = (name: string): Promise<void> =>
    new Promise((resolve) => {
      const own = still.get(name);
      if (own === undefined) resolve();
      else own.waiting.push(resolve);
    });

  /** A store whose calls an instance may be late for, before it has asked as well as before it hears the answer. */
  const reached = (store: Shards, name: string, kind: 'seats' | 'shards'): Shards => ({
    leases: () => async () => {
      await stand(name);
      const found = await store.leases()();
      await stand(name);
      return found;
    },
    replace: (seen, next) => async () => {
      await stand(name);
      const fate = fates.next(name, kind);
      if (fate === 'failed') return away;
      if (fate === 'late') {
        late.push(store.replace(seen, next));
        return away;
      }
      const replaced = await store.replace(seen, next)();
      await stand(name);
      return fate === 'lost' ? away : replaced;
    },
  });

  const instance = (name: string): { readonly name: string; readonly shares: KeptShares } => {
    const seats = reached(workSeats, name, 'seats');
    const shards = reached(workShards, name, 'shards');
    return { name, shares: createWorkShares({ seats, shards, clock, ids: sequentialIds(name) }) };
  };

  const second = async (instances: readonly { readonly shares: KeptShares }[]): Promise<void> => {
    for (const { shares } of instances) void shares.keep();
    // Behind whatever the stores in memory still have to do.
    await new Promise(setImmediate);
    clock.advance(1000);
    for (const [name, { until, waiting }] of still) {
      if (until > clock.now()) continue;
      still.delete(name);
      for (const goOn of waiting) goOn();
    }
  };

  return {
    fates,
    instance,
    late,
    pause: (name: string, ms: number) =>
      void still.set(name, { until: clock.now() + ms, waiting: still.get(name)?.waiting ?? [] }),
    pass: async (seconds: number, instances: readonly { readonly shares: KeptShares }[]): Promise<void> => {
      for (let n = 0; n < seconds; n += 1) await second(instances);
    },
  };
};

const undone = (instances: readonly { readonly shares: KeptShares }[]): readonly string[] =>
  names.filter((name) => !instances.some(({ shares }) => shares.owns(name)));

/** The shards that are nobody's for some seconds. */
const staysUndone = async (
  { pass }: ReturnType<typeof begin>,
  instances: readonly { readonly shares: KeptShares }[],
): Promise<readonly string[]> => {
  let left = undone(instances);
  for (let n = 0; n < 20 && left.length > 0; n += 1) {
    await pass(1, instances);
    const now = undone(instances);
    left = left.filter((name) => now.includes(name));
  }
  return left;
};

describe('the shards of an instance', () => {
  it("are each somebody's when the answer to a renewal was lost while another instance began", async () => {
    const base = begin();
    const a = base.instance('a');
    const b = base.instance('b');
    await base.pass(6, [a]);
    let isLost = false;
    base.fates.next = (name, kind) => {
      if (name !== 'a' || kind !== 'seats' || isLost) return 'answered';
      isLost = true;
      void b.shares.keep();
      return 'lost';
    };
    for (let n = 0; n < 20 && !isLost; n += 1) await base.pass(1, [a]);
    expect(isLost).to.equal(true);
    await base.pass(60, [a, b]);
    expect([a.shares.count(), b.shares.count()]).to.deep.equal([8, 8]);
  });

  it("are each somebody's when the answer to the taking of one was lost while another instance began", async () => {
    const base = begin();
    const a = base.instance('a');
    const b = base.instance('b');
    const c = base.instance('c');
    await base.pass(6, [a]);
    let taken = 0;
    base.fates.next = (name, kind) => {
      if (name !== 'b' || kind !== 'shards') return 'answered';
      taken += 1;
      if (taken !== 8) return 'answered';
      void c.shares.keep();
      return 'lost';
    };
    for (let n = 0; n < 50 && taken < 8; n += 1) await base.pass(1, [a, b]);
    expect(taken).to.be.at.least(8);
    await base.pass(60, [a, b, c]);
    expect([a, b, c].map(({ shares }) => shares.count()).toSorted()).to.deep.equal([5, 5, 6]);
  });

  it('are not given back by one that has lost its seat while a task of before runs in them', async () => {
    const base = begin();
    const a = base.instance('a');
    const b = base.instance('b');
    await base.pass(6, [a]);
    let end: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const tasks = names.map((name) => a.shares.run(name, () => ended));
    let isLost = false;
    base.fates.next = (name, kind) => {
      if (name !== 'a' || kind !== 'seats' || isLost) return 'answered';
      isLost = true;
      return 'lost';
    };
    for (let n = 0; n < 20 && !isLost; n += 1) await base.pass(1, [a]);
    await base.pass(45, [a, b]);
    expect(b.shares.count()).to.equal(0);
    end();
    await Promise.all(tasks);
    await base.pass(6, [a, b]);
    expect([a.shares.count(), b.shares.count()]).to.deep.equal([8, 8]);
  });

  for (const [instances, minutes] of [[2, 110], [16, 18], ...(isFullEffort ? ([[3, 90]] as const) : [])] as const)
    it(`pass from one to another of ${instances} that stay, each in time, and are nobody's for seconds`, async () => {
      const base = begin();
      const all = Array.from({ length: instances }, (_, n) => base.instance(`i${n}`));
      await base.pass(20, all);
      const [{ shares: first }] = all as [(typeof all)[0]];
      const kept = new Set(names.filter(first.owns));
      const nobodys = new Map<string, number>();
      for (let second = 0; second < minutes * 60; second += 4) {
        await base.pass(4, all);
        const left = undone(all);
        for (const name of names) {
          if (!first.owns(name)) kept.delete(name);
          nobodys.set(name, left.includes(name) ? (nobodys.get(name) ?? 0) + 4 : 0);
        }
        expect(Math.max(...nobodys.values()), `second ${second}`).to.be.at.most(12);
      }
      expect([...kept]).to.deep.equal([]);
      expect(all.every(({ shares }) => shares.count() > 0)).to.equal(true);
    });

  it('are not of two where one was given back by a write that arrives once its instance has it still', async () => {
    const base = begin();
    const a = base.instance('a');
    const b = base.instance('b');
    const c = base.instance('c');
    await base.pass(6, [a]);
    base.fates.next = (name, kind) =>
      name === 'a' && kind === 'shards' && base.late.length === 0 ? 'late' : 'answered';
    for (let n = 0; n < 50 && base.late.length === 0; n += 1) await base.pass(1, [a, b]);
    await b.shares.release();
    await base.pass(10, [a]);
    expect(a.shares.count()).to.equal(16);
    await Promise.all(base.late.map((write) => write()));
    await base.pass(40, [c]);
    expect(names.filter((name) => a.shares.owns(name) && c.shares.owns(name))).to.deep.equal([]);
  });

  it('pass on in turn also where an instance loses its seat before each is passed on', async () => {
    const base = begin();
    const a = base.instance('a');
    const b = base.instance('b');
    await base.pass(60, [a, b]);
    const lost = new Set<string>();
    base.fates.next = (name, kind) => (kind === 'seats' && lost.delete(name) ? 'lost' : 'answered');
    const kept = new Set(names.filter(a.shares.owns));
    for (let pass = 0; pass < 10; pass += 1) {
      for (const name of ['a', 'b']) lost.add(name);
      for (let n = 0; n < 80; n += 1) {
        await base.pass(9, [a, b]);
        for (const name of names) if (b.shares.owns(name)) kept.delete(name);
      }
    }
    expect([...kept]).to.deep.equal([]);
  });

  it('stay where they are while an instance is alone', async () => {
    const base = begin();
    const one = base.instance('a');
    await base.pass(2, [one]);
    for (let minute = 0; minute < 30; minute += 1) {
      await base.pass(60, [one]);
      expect(one.shares.count()).to.equal(16);
    }
  });

  const seeds = runs(300, 10);
  it(`are each somebody's some minutes after any trouble: ${seeds} troubles`, async () => {
    for (let seed = 1; seed <= seeds; seed += 1) {
      const random = randomOf(seed);
      const base = begin();
      const instances = [base.instance('i0')];
      base.fates.next = () => {
        const drawn = random();
        return drawn < 0.08 ? 'lost' : drawn < 0.16 ? 'failed' : 'answered';
      };
      for (let step = 0; step < 12; step += 1) {
        await base.pass(between(random, 1, 20), instances);
        const drawn = random();
        if (drawn < 0.35 && instances.length < 5) instances.push(base.instance(`i${instances.length}`));
        else if (drawn < 0.75)
          base.pause(`i${between(random, 0, instances.length - 1)}`, between(random, 10, 50) * 1000);
      }
      base.fates.next = () => 'answered';
      await base.pass(120, instances);
      expect(await staysUndone(base, instances), `seed ${seed}`).to.deep.equal([]);
    }
  });
});
