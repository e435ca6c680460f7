import { type Clock, monotonicNow } from '../../ports/clock.ts';
import type { ShardLease } from '../../ports/stores/shards.ts';
import { lookEveryMs } from './held-leases.ts';

/** How often an instance passes a shard on. */
const passEveryMs = 720_000;

/** How long it leaves the shard to others before it takes it again, if no other instance has taken it. */
const passingMs = 30_000;

/** How often an instance with a full share takes one shard more. */
const extraEveryMs = 30_000;

/**
 * Rotates shards while no instance starts or stops. An instance without a key, or without a connection to a provider,
 * may fail at a profile that another instance could process, so no instance keeps a shard for good. Each releases one
 * from time to time, and does not take it again for a while. Another instance with a full share takes that shard, and
 * releases the one that it has had longest, which the first instance takes.
 */
export const createShardRotation = (clock: Clock) => {
  let passed: { readonly shard: number; readonly until: number } | null = null;
  let nextPass = monotonicNow(clock) + passEveryMs;
  let nextExtra = monotonicNow(clock);
  /** Since when shards have had no holder. */
  const free = new Map<number, number>();

  return {
    /** Records which shards have no holder. An instance that is alone passes none on. */
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
    /** Passes this shard on if that is due. */
    pass: (shard: number): void => {
      const now = monotonicNow(clock);
      if (now < nextPass) return;
      nextPass = now + passEveryMs;
      passed = { shard, until: now + passingMs };
    },
    /** Whether this instance takes a shard beyond its share: it had no holder for longer than the interval of looks. */
    isExtra: (shard: number): boolean => {
      const now = monotonicNow(clock);
      const since = free.get(shard);
      if (since === undefined || now < since + lookEveryMs || now < nextExtra) return false;
      nextExtra = now + extraEveryMs;
      return true;
    },
  };
};
