import { type Clock, monotonicNow } from '../../ports/clock.ts';
import type { ShardLease } from '../../ports/stores/shards.ts';
import { lookEveryMs } from './held-leases.ts';

/** How often an instance passes a shard on. */
const passEveryMs = 720_000;

/** How long it leaves the shard to others before it takes it again, if no other instance has taken it. */
const passingMs = 30_000;

/** How often an instance that has its share takes a shard beyond it. */
const extraEveryMs = 30_000;

/**
 * Which shards change hands while nobody comes or goes. An instance may fail at a profile that another one could do,
 * for want of a key or of a way to a provider; so none has a shard for good. Each gives one back from time to time, and
 * leaves it alone for a while. Another one that has its share takes that one, and gives back what it has had longest,
 * which the first one takes.
 */
export const createShardRotation = (clock: Clock) => {
  let passed: { readonly shard: number; readonly until: number } | null = null;
  let nextPass = monotonicNow(clock) + passEveryMs;
  let nextExtra = monotonicNow(clock);
  /** Since when shards have been nobody's. */
  const free = new Map<number, number>();

  return {
    /** Notes which shards are nobody's. Where this instance is alone, none is passed on. */
    note: (seen: readonly ShardLease[], isAlone: boolean): void => {
      const now = monotonicNow(clock);
      for (const { holder, shard } of seen)
        if (holder !== '') free.delete(shard);
        else if (!free.has(shard)) free.set(shard, now);
      if (isAlone) nextPass = now + passEveryMs;
      if (isAlone || (passed !== null && now >= passed.until)) passed = null;
    },
    /** Whether a shard is being passed on. */
    isPassed: (shard: number): boolean => passed?.shard === shard,
    /** Passes this shard on, if it is time to. */
    pass: (shard: number): void => {
      const now = monotonicNow(clock);
      if (now < nextPass) return;
      nextPass = now + passEveryMs;
      passed = { shard, until: now + passingMs };
    },
    /** Whether this instance takes a shard beyond its share: nobody has wanted it for longer than looks are apart. */
    isExtra: (shard: number): boolean => {
      const now = monotonicNow(clock);
      const since = free.get(shard);
      if (since === undefined || now < since + lookEveryMs || now < nextExtra) return false;
      nextExtra = now + extraEveryMs;
      return true;
    },
  };
};
