import { lruCache } from '../../../kernel/concurrency/lru-cache.ts';
import type { Unavailable } from '../../../kernel/errors.ts';
import { E, type Either } from '../../../kernel/fp.ts';
import { type Clock, monotonicNow } from '../../../ports/clock.ts';
import { maxSkewMs } from '../../../ports/clock-skew.ts';
import type { IdGenerator } from '../../../ports/id-generator.ts';
import { type ShardLease, shardOf, type WebhookShards } from '../../../ports/webhooks/webhook-shards.ts';
import { instanceLeaseMs, isRenewalDue, leaseEnd } from '../../access/lease-term.ts';

/** A request ends after 15 seconds. None begins without so much left of the lease, and a second for its answer. */
const requestMs = 16_000;

/** After so long without a free shard they are looked at again. */
const lookEveryMs = 3000;

/** A holder that is alive has renewed its lease within this time: it does so every ten seconds. */
const renewedWithinMs = 12_000;

/** By how much two clocks may differ that both are trusted. */
const maxDifferenceMs = 2 * maxSkewMs;

export type ShardLeaseDeps = { readonly shards: WebhookShards; readonly clock: Clock; readonly ids: IdGenerator };

/** The leases of this instance on the shards of endpoints. */
export type ShardLeases = {
  /**
   * Renews what is held, and takes one of the wanted shards that nobody holds: of instances that begin at the same
   * time each gets some.
   */
  readonly keep: (wanted: ReadonlySet<number>) => Promise<Either<Unavailable, void>>;
  /** The generation of the lease on the shard of an endpoint, while a request may begin; `null` otherwise. */
  readonly generationFor: (endpointId: string) => number | null;
  /** Gives all leases back. */
  readonly release: () => Promise<void>;
};

/** The leases of others as they were seen first, by the clock that nobody sets. */
const observedLeases = (clock: Clock) => {
  const seen = new Map<number, { readonly lease: ShardLease; readonly at: number }>();
  return {
    note: (leases: readonly ShardLease[]): void => {
      for (const lease of leases) {
        const { generation, heldUntil } = seen.get(lease.shard)?.lease ?? {};
        if (generation !== lease.generation || heldUntil !== lease.heldUntil)
          seen.set(lease.shard, { lease, at: monotonicNow(clock) });
      }
    },
    /**
     * Whether a lease has ended. The clock of its holder may differ from this one, so its time is believed where it
     * was not renewed meanwhile. One of a clock that was far ahead, or of no holder, is none.
     */
    hasEnded: ({ heldUntil, shard }: ShardLease): boolean => {
      const leftMs = Date.parse(heldUntil) - clock.now();
      const unchangedMs = monotonicNow(clock) - (seen.get(shard)?.at ?? monotonicNow(clock));
      if (!(leftMs > -maxDifferenceMs && leftMs <= instanceLeaseMs + maxDifferenceMs)) return true;
      return unchangedMs >= (leftMs > 0 ? instanceLeaseMs : renewedWithinMs);
    },
  };
};

/** A lease of this instance, when it ends, and when it was taken or renewed by the clock that nobody sets. */
type Held = { readonly lease: ShardLease; readonly endsAt: number; readonly at: number };

/** The shards of so many endpoints are remembered: before each request it is asked who has it. */
const knownShards = 1000;

export const createShardLeases = ({ clock, ids, shards }: ShardLeaseDeps): ShardLeases => {
  const holder = ids.id();
  const held = new Map<number, Held>();
  const observed = observedLeases(clock);
  const shardsOf = lruCache<string, number>(knownShards);
  let nextLook = Number.NEGATIVE_INFINITY;

  const replace = async (seen: ShardLease, next: ShardLease): Promise<Either<Unavailable, void>> => {
    const at = monotonicNow(clock);
    const done = await shards.replace(seen, next)();
    if (E.isLeft(done)) return done;
    if (done.right) held.set(next.shard, { lease: next, endsAt: Date.parse(next.heldUntil), at });
    else held.delete(next.shard);
    return E.right(undefined);
  };

  const renew = async (): Promise<Either<Unavailable, void>> => {
    for (const { lease } of [...held.values()]) {
      if (!isRenewalDue(clock, lease.heldUntil)) continue;
      const renewed = await replace(lease, { ...lease, heldUntil: leaseEnd(clock) });
      if (E.isLeft(renewed)) return renewed;
    }
    return E.right(undefined);
  };

  const take = async (wanted: ReadonlySet<number>): Promise<Either<Unavailable, void>> => {
    const found = await shards.leases()();
    if (E.isLeft(found)) return found;
    observed.note(found.right);
    const isFree = (one: ShardLease): boolean => one.holder === holder || one.holder === '' || observed.hasEnded(one);
    const free = found.right.find((one) => wanted.has(one.shard) && !held.has(one.shard) && isFree(one));
    nextLook = monotonicNow(clock) + (free === undefined ? lookEveryMs : 0);
    if (free === undefined) return E.right(undefined);
    const generation = free.generation + 1;
    return replace(free, { shard: free.shard, generation, holder, heldUntil: leaseEnd(clock) });
  };

  return {
    keep: async (wanted) => {
      const renewed = await renew();
      if (E.isLeft(renewed)) return renewed;
      const isMissing = [...wanted].some((shard) => !held.has(shard));
      return isMissing && monotonicNow(clock) >= nextLook ? take(wanted) : E.right(undefined);
    },
    generationFor: (endpointId) => {
      const shard = shardsOf.get(endpointId) ?? shardOf(endpointId);
      shardsOf.set(endpointId, shard);
      const own = held.get(shard);
      if (own === undefined) return null;
      const leftMs = Math.min(own.at + instanceLeaseMs - monotonicNow(clock), own.endsAt - clock.now());
      return leftMs < requestMs ? null : own.lease.generation;
    },
    release: async () => {
      const leases = [...held.values()];
      held.clear();
      await Promise.all(leases.map(({ lease }) => shards.replace(lease, { ...lease, holder: '', heldUntil: '' })()));
    },
  };
};
