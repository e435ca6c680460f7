import type { Unavailable } from '../../kernel/errors.ts';
import { E, type Either } from '../../kernel/fp.ts';
import { type Clock, monotonicNow } from '../../ports/clock.ts';
import type { IdGenerator } from '../../ports/id-generator.ts';
import { type Shards, shardOf } from '../../ports/stores/shards.ts';
import { lookEveryMs } from './held-leases.ts';

/**
 * An instance that has left its shards to others comes back once a shard has had no holder for this time. Up to fifteen
 * steps are added, so that instances that have left for the same reason do not come back, and leave again, together.
 */
const nobodysMs = 10_000;
const stepMs = 1000;

type AbsenceDeps = {
  readonly shards: Pick<Shards, 'leases'>;
  /** Reads which other instances have a seat. */
  readonly others: () => Promise<Either<Unavailable, ReadonlySet<string>>>;
  readonly clock: Clock;
  readonly ids: IdGenerator;
};

/** The time for which an instance leaves its shards to others. */
export const createAbsence = ({ clock, ids, others, shards }: AbsenceDeps) => {
  let until = Number.NEGATIVE_INFINITY;
  let patienceMs = nobodysMs;
  let nextLook = Number.NEGATIVE_INFINITY;
  /** Since when shards have had no holder. */
  const nobodys = new Map<number, number>();

  return {
    isNow: (): boolean => monotonicNow(clock) < until,
    begin: (ms: number): void => {
      until = monotonicNow(clock) + ms;
      patienceMs = nobodysMs + stepMs * shardOf(ids.id());
      nobodys.clear();
    },
    /** Reads the holders of the shards, and ends the absence if a shard has none. */
    watch: async (): Promise<Either<Unavailable, void>> => {
      if (monotonicNow(clock) < nextLook) return E.right(undefined);
      const seen = await shards.leases()();
      if (E.isLeft(seen)) return seen;
      const holders = await others();
      if (E.isLeft(holders)) return holders;
      const now = monotonicNow(clock);
      nextLook = now + lookEveryMs;
      for (const { holder, shard } of seen.right)
        if (holders.right.has(holder)) nobodys.delete(shard);
        else if (!nobodys.has(shard)) nobodys.set(shard, now);
      if ([...nobodys.values()].some((since) => now - since >= patienceMs)) until = now;
      return E.right(undefined);
    },
  };
};
