import type { Unavailable } from '../../kernel/errors.ts';
import { E, type Either } from '../../kernel/fp.ts';
import { type Clock, monotonicNow } from '../../ports/clock.ts';
import { maxSkewMs } from '../../ports/clock-skew.ts';
import type { IdGenerator } from '../../ports/id-generator.ts';
import type { ShardLease, Shards } from '../../ports/stores/shards.ts';
import { instanceLeaseMs, isRenewalDue, leaseEnd } from './lease-term.ts';

/** A living holder has renewed its lease within this time, because it renews it every ten seconds or more often. */
const renewedWithinMs = 12_000;

/** While this much of a lease is left, no other instance can believe that it has expired, whatever its clock says. */
export const believedMs = instanceLeaseMs - renewedWithinMs + 1;

/** The error of a comparison of clocks: an answer has whole seconds, and takes some time itself. */
const unseenMs = 5000;

/** How much two trusted clocks may differ. */
const maxDifferenceMs = 2 * maxSkewMs + unseenMs;

/** After this time without a free shard they are read again. */
export const lookEveryMs = 3000;

export type ShardLeaseDeps = { readonly shards: Shards; readonly clock: Clock; readonly ids: IdGenerator };

/**
 * The minimum number of milliseconds that are left of a lease when work begins under it, and the number after which it
 * is renewed (by default a third of the lease).
 */
type Term = { readonly beginMs: number; readonly renewAfterMs?: number };

/** The leases of one instance on some of the shards. */
export type HeldLeases = {
  /** The id of this instance as the holder of leases. */
  readonly holder: string;
  readonly has: (shard: number) => boolean;
  /** The generation of a lease while work may begin under it; `null` otherwise. */
  readonly generationOf: (shard: number) => number | null;
  /** Renews the leases that are due. A lease that another instance has taken is no longer held. */
  readonly renew: () => Promise<Either<Unavailable, void>>;
  /** Reads the leases of all instances. */
  readonly look: () => Promise<Either<Unavailable, readonly ShardLease[]>>;
  /** Whether this instance may take a lease that it has read: it has no other holder, or it has expired. */
  readonly isFree: (lease: ShardLease) => boolean;
  /** Takes a lease as it was read, unless another instance was faster. */
  readonly take: (free: ShardLease) => Promise<Either<Unavailable, void>>;
  /** Releases all leases. */
  readonly release: () => Promise<void>;
};

/** The leases of other instances as they were first seen, by the monotonic clock. */
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
     * Whether a lease has expired. The clock of its holder may differ from this one, so its end is believed only if it
     * was not renewed meanwhile. A lease from a clock that was far ahead, or without a holder, counts as expired.
     */
    hasEnded: ({ heldUntil, shard }: ShardLease): boolean => {
      const leftMs = Date.parse(heldUntil) - clock.now();
      const unchangedMs = monotonicNow(clock) - (seen.get(shard)?.at ?? monotonicNow(clock));
      if (!(leftMs > -maxDifferenceMs && leftMs <= instanceLeaseMs + maxDifferenceMs)) return true;
      return unchangedMs >= (leftMs > 0 ? instanceLeaseMs : renewedWithinMs);
    },
  };
};

/** A lease of this instance, its end, and when it was taken or renewed by the monotonic clock. */
type Held = { readonly lease: ShardLease; readonly endsAt: number; readonly at: number };

export const createHeldLeases = ({ clock, ids, shards }: ShardLeaseDeps, term: Term): HeldLeases => {
  const holder = ids.id();
  const held = new Map<number, Held>();
  const observed = observedLeases(clock);

  const replace = async (seen: ShardLease, next: ShardLease): Promise<Either<Unavailable, void>> => {
    const at = monotonicNow(clock);
    const done = await shards.replace(seen, next)();
    if (E.isLeft(done)) return done;
    if (done.right) held.set(next.shard, { lease: next, endsAt: Date.parse(next.heldUntil), at });
    else held.delete(next.shard);
    return E.right(undefined);
  };

  return {
    holder,
    has: (shard) => held.has(shard),
    generationOf: (shard) => {
      const own = held.get(shard);
      if (own === undefined) return null;
      const leftMs = Math.min(own.at + instanceLeaseMs - monotonicNow(clock), own.endsAt - clock.now());
      return leftMs < term.beginMs ? null : own.lease.generation;
    },
    renew: async () => {
      for (const { lease } of [...held.values()]) {
        if (!isRenewalDue(clock, lease.heldUntil, term.renewAfterMs)) continue;
        const renewed = await replace(lease, { ...lease, heldUntil: leaseEnd(clock) });
        if (E.isLeft(renewed)) return renewed;
      }
      return E.right(undefined);
    },
    look: async () => {
      const found = await shards.leases()();
      if (E.isRight(found)) observed.note(found.right);
      return found;
    },
    isFree: (one) => one.holder === holder || one.holder === '' || observed.hasEnded(one),
    take: (free) => {
      const generation = free.generation + 1;
      return replace(free, { shard: free.shard, generation, holder, heldUntil: leaseEnd(clock) });
    },
    release: async () => {
      const leases = [...held.values()];
      held.clear();
      await Promise.all(leases.map(({ lease }) => shards.replace(lease, { ...lease, holder: '', heldUntil: '' })()));
    },
  };
};
