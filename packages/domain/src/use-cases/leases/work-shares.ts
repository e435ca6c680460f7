import type { Unavailable } from '../../kernel/errors.ts';
import { E, type Either } from '../../kernel/fp.ts';
import { monotonicNow } from '../../ports/clock.ts';
import { type Shards, shardCount, shardOf } from '../../ports/stores/shards.ts';
import { clockFault } from '../../ports/trusted-clock.ts';
import { createAbsence } from './absence.ts';
import { lookEveryMs } from './held-leases.ts';
import { createOwnShards } from './own-shards.ts';
import { createSeat, type SeatDeps } from './seat.ts';

/**
 * The share of this instance in the work that is due by time. A piece of work has a name, such as the id of a profile,
 * and belongs to the shard of that name.
 */
export type WorkShares = {
  /** How many of the `shardCount` shards this instance has now. */
  readonly count: () => number;
  /** The shards that this instance has now. */
  readonly shards: () => ReadonlySet<number>;
  /** Whether the work with this name belongs to this instance now. */
  readonly owns: (name: string) => boolean;
  /**
   * Runs a task if the work with this name belongs to this instance now, and answers `null` otherwise. No other
   * instance gets the shard before the task has ended, as long as this instance keeps its lease.
   */
  readonly run: <A>(name: string, task: () => Promise<A>) => Promise<A | null>;
};

/** Shares that must be renewed: the instance has none before the first renewal, nor half a minute after the last. */
export type KeptShares = WorkShares & {
  /**
   * Renews the lease, and takes or releases shards as instances start and stop. Call it every second; concurrent calls
   * share one run. It does nothing while the clock is not trusted.
   */
  readonly keep: () => Promise<Either<Unavailable, void>>;
  /**
   * Releases all shards and takes none for `ms` milliseconds, for an instance that fails at its work. It comes back
   * sooner if a shard has no holder. Answers whether it has left: an instance that is alone keeps its shards.
   */
  readonly leaveToOthers: (ms: number) => Promise<boolean>;
  /**
   * Whether this instance has no shard because there are more instances than seats: at its last look others had all
   * seats. `false` while it leaves its shards to others, and while it cannot look.
   */
  readonly isSpare: () => boolean;
  /** Releases all shards for good. Another instance takes them at its next look. */
  readonly release: () => Promise<void>;
};

const allShards: ReadonlySet<number> = new Set(Array.from({ length: shardCount }, (_, shard) => shard));

/** The shares of an instance that is known to be the only one. */
export const wholeWork: WorkShares = {
  count: () => shardCount,
  shards: () => allShards,
  owns: () => true,
  run: (_, task) => task(),
};

export type WorkShareDeps = SeatDeps & {
  /** The shards. Their leases have no time of their own: they end with the seat of their holder. */
  readonly shards: Shards;
};

const done: Either<Unavailable, void> = E.right(undefined);

/** How many shards an instance has, by its place among the `instances`. */
const shareOf = (place: number, instances: number): number =>
  Math.floor(shardCount / instances) + (place < shardCount % instances ? 1 : 0);

export const createWorkShares = (deps: WorkShareDeps): KeptShares => {
  const { clock, shards } = deps;
  const seat = createSeat(deps);
  const own = createOwnShards(shards, seat.holder, clock);
  const absence = createAbsence({ ...deps, others: seat.others });
  let nextLook = Number.NEGATIVE_INFINITY;
  let isReleased = false;
  /** How many instances took part in the division at the last look. */
  let instances = 0;
  let hasNoSeat = false;

  const share = async (): Promise<Either<Unavailable, void>> => {
    // The shards are read before the seats: an instance that has a shard by then has a seat already.
    const seen = await shards.leases()();
    const seated = E.isLeft(seen) ? seen : await seat.look(new Set(seen.right.map(({ holder }) => holder)));
    // If it cannot look it does not know. While it looks, the answer of the last look counts.
    hasNoSeat = E.isRight(seated) && seated.right === null;
    if (E.isLeft(seen)) return seen;
    if (E.isLeft(seated)) return seated;
    nextLook = monotonicNow(clock) + lookEveryMs;
    if (seated.right === null) return done;
    instances = seated.right.instances;
    const most = seated.right.counts ? shareOf(seated.right.place, instances) : 0;
    const changed = await own.change(seen.right, most, seated.right);
    // A shard that another instance is about to release is looked for at the next call.
    if (own.size() !== most) nextLook = monotonicNow(clock);
    return changed;
  };

  const keep = async (): Promise<Either<Unavailable, void>> => {
    if (absence.isNow()) return absence.watch();
    const isSeated = await seat.renew();
    if (E.isLeft(isSeated)) return isSeated;
    if (!isSeated.right && own.size() > 0) {
      own.clear();
      nextLook = monotonicNow(clock);
    }
    const shared = monotonicNow(clock) >= nextLook ? await share() : done;
    return E.isLeft(shared) ? shared : own.leave();
  };

  let keeping: Promise<Either<Unavailable, void>> | null = null;
  const kept = (): Promise<Either<Unavailable, void>> => {
    keeping ??= keep().finally(() => {
      keeping = null;
    });
    return keeping;
  };

  const isOut = (): boolean => isReleased || clockFault(clock) !== null;
  const giveAll = async (): Promise<void> => {
    await keeping;
    own.clear();
    await seat.release();
  };

  const isWorkable = (shard: number): boolean => seat.isHeld() && own.isWorkable(shard);
  return {
    count: () => (seat.isHeld() ? own.workable().size : 0),
    shards: () => (seat.isHeld() ? own.workable() : new Set()),
    owns: (name) => isWorkable(shardOf(name)),
    run: async (name, task) => {
      const shard = shardOf(name);
      return isWorkable(shard) ? own.run(shard, task) : null;
    },
    keep: () => (isOut() ? Promise.resolve(done) : kept()),
    leaveToOthers: async (ms) => {
      if (instances < 2) return false;
      absence.begin(ms);
      await giveAll();
      nextLook = monotonicNow(clock);
      return true;
    },
    isSpare: () => hasNoSeat && !absence.isNow() && !isOut(),
    release: () => {
      isReleased = true;
      return giveAll();
    },
  };
};
