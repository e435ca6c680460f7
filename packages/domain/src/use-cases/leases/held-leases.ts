import type { Unavailable } from '../../kernel/errors.ts';
import { E, type Either } from '../../kernel/fp.ts';
import { type Clock, monotonicNow } from '../../ports/clock.ts';
import { maxSkewMs } from '../../ports/clock-skew.ts';
import type { IdGenerator } from '../../ports/id-generator.ts';
import type { ShardLease, Shards } from '../../ports/stores/shards.ts';
import { instanceLeaseMs, isRenewalDue, leaseEnd } from './lease-term.ts';

/** A holder that is alive has renewed its lease within this time: it does so every ten seconds, or more often. */
const renewedWithinMs = 12_000;

/** While this much of a lease is left, no other instance can believe that it has expired, whatever its clock says. */
export const believedMs = instanceLeaseMs - renewedWithinMs + 1;

/** What a comparison of clocks does not see: the cut of the second in an answer, and how long that took. */
const unseenMs = 5000;

/** By how much two clocks may differ that both are trusted. */
const maxDifferenceMs = 2 * maxSkewMs + unseenMs;

/** After this time without a free shard they are read again. */
export const lookEveryMs = 3000;

export type ShardLeaseDeps = { readonly shards: Shards; readonly clock: Clock; readonly ids: IdGenerator };

/**
 * How many milliseconds are left of a lease at least when something begins under it, and after how many it is renewed:
 * by default after a third of it.
 */
type Term = { readonly beginMs: number; readonly renewAfterMs?: number };

/** The leases of one instance on some of the shards. */
export type HeldLeases = {
  /** The id of this instance, under which it holds them. */
  readonly holder: string;
  readonly has: (shard: number) => boolean;
  /** The generation of a lease, while something may begin under it; `null` otherwise. */
  readonly generationOf: (shard: number) => number | null;
  /** Renews what is due to be renewed. What another one has taken is not held any more. */
  readonly renew: () => Promise<Either<Unavailable, void>>;
  /** Reads the leases of all instances. */
  readonly look: () => Promise<Either<Unavailable, readonly ShardLease[]>>;
  /** Whether this instance may take a lease that it has read: nobody else holds it, or nobody does any more. */
  readonly isFree: (lease: ShardLease) => boolean;
  /** Takes a lease as it was read, unless another one was faster. */
  readonly take: (free: ShardLease) => Promise<Either<Unavailable, void>>;
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
