import type { Unavailable } from '../../kernel/errors.ts';
import { E, type Either } from '../../kernel/fp.ts';
import { type Clock, monotonicNow } from '../../ports/clock.ts';
import { type ShardLease, type Shards, shardCount } from '../../ports/stores/shards.ts';
import type { Seated } from './seat.ts';
import { createShardRotation } from './shard-rotation.ts';

const done: Either<Unavailable, void> = E.right(undefined);

/**
 * How long shards are taken and released in a row, since the seat is not renewed meanwhile. The next look continues.
 */
const longestChangeMs = 3000;

type Own = { readonly lease: ShardLease; isLeaving: boolean };

/** The number of tasks that run in a shard, including a shard that was lost since they began. */
const runningTasks = () => {
  const running = new Map<number, number>();
  const runningIn = (shard: number): number => running.get(shard) ?? 0;
  return {
    runningIn,
    /** Runs a task in a shard. The shard is not released before the task has ended. */
    run: async <A>(shard: number, task: () => Promise<A>): Promise<A> => {
      running.set(shard, runningIn(shard) + 1);
      try {
        return await task();
      } finally {
        running.set(shard, runningIn(shard) - 1);
      }
    },
  };
};

/** The shards of this instance. A shard that is being left takes no new work, and is released after its last task. */
export const createOwnShards = (shards: Shards, holder: string, clock: Clock) => {
  const own = new Map<number, Own>();
  /** Since when this instance has had its shards, also while it does not know them after the loss of its seat. */
  const since = new Map<number, number>();
  const { run, runningIn } = runningTasks();
  const rotation = createShardRotation(clock);

  // The write may succeed though its answer is lost. No work begins in a shard whose lease may be gone.
  const giveBack = async (lease: ShardLease): Promise<Either<Unavailable, void>> => {
    own.delete(lease.shard);
    since.delete(lease.shard);
    const given = await shards.replace(lease, { ...lease, holder: '' })();
    return E.isLeft(given) ? given : done;
  };

  const take = async (free: ShardLease): Promise<Either<Unavailable, void>> => {
    const lease = { shard: free.shard, generation: free.generation + 1, holder, heldUntil: '' };
    const taken = await shards.replace(free, lease)();
    if (E.isLeft(taken)) return taken;
    if (!taken.right) return done;
    own.set(lease.shard, { lease, isLeaving: false });
    if (!since.has(lease.shard)) since.set(lease.shard, monotonicNow(clock));
    return done;
  };

  /**
   * What to do with a shard that is not among those of this instance. Its lease may still have the name of this
   * instance, which has lost its seat or the answer to its write. No other instance takes such a shard, so this one
   * works on it or releases it.
   */
  const settle = (lease: ShardLease, most: number, { holders }: Seated): Promise<Either<Unavailable, void>> | null => {
    const isInName = lease.holder === holder;
    const isFree = isInName || !holders.has(lease.holder);
    if (own.size < most) return isFree && !rotation.isPassed(lease.shard) ? take(lease) : null;
    if (isInName) return runningIn(lease.shard) === 0 ? giveBack(lease) : null;
    return own.size === most && most > 0 && rotation.isExtra(lease.shard) ? take(lease) : null;
  };

  /** Selects the shards beyond the share (those that this instance has had longest), and the one that it passes on. */
  const choose = (most: number): void => {
    const sinceOf = (shard: number): number => since.get(shard) ?? 0;
    const longestFirst = [...own].toSorted(([a], [b]) => sinceOf(a) - sinceOf(b));
    const longest = longestFirst[0]?.[0];
    if (longest !== undefined && own.size === most) rotation.pass(longest);
    const tooMany = own.size - most;
    for (const [n, [shard, one]] of longestFirst.entries()) one.isLeaving = n < tooMany || rotation.isPassed(shard);
  };

  return {
    /** Whether work may begin in a shard. */
    isWorkable: (shard: number): boolean => own.get(shard)?.isLeaving === false,
    workable: (): ReadonlySet<number> =>
      new Set([...own].flatMap(([shard, { isLeaving }]) => (isLeaving ? [] : [shard]))),
    size: (): number => own.size,
    clear: (): void => own.clear(),
    run,
    /** Forgets the shards of others, marks those beyond the share, and takes free shards from `place` on. */
    change: async (seen: readonly ShardLease[], most: number, seated: Seated) => {
      for (const { holder: other, shard } of seen) if (other !== holder) since.delete(shard);
      for (const { generation, holder: other, shard } of seen)
        if (other !== holder || own.get(shard)?.lease.generation !== generation) own.delete(shard);
      rotation.note(seen, seated.instances === 1);
      choose(most);
      const from = Math.floor((seated.place * shardCount) / seated.instances);
      const endsAt = monotonicNow(clock) + longestChangeMs;
      for (const lease of [...seen.slice(from), ...seen.slice(0, from)]) {
        if (monotonicNow(clock) >= endsAt) return done;
        const settled = own.has(lease.shard) ? done : ((await settle(lease, most, seated)) ?? done);
        if (E.isLeft(settled)) return settled;
      }
      return done;
    },
    /** Releases the shards that are being left and have no task any more. */
    leave: async (): Promise<Either<Unavailable, void>> => {
      const endsAt = monotonicNow(clock) + longestChangeMs;
      for (const { isLeaving, lease } of [...own.values()]) {
        if (!isLeaving || runningIn(lease.shard) > 0) continue;
        if (monotonicNow(clock) >= endsAt) return done;
        const given = await giveBack(lease);
        if (E.isLeft(given)) return given;
      }
      return done;
    },
  };
};
