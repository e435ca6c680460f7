import { lruCache } from '../../kernel/concurrency/lru-cache.ts';
import type { Unavailable } from '../../kernel/errors.ts';
import { E, type Either } from '../../kernel/fp.ts';
import { type Clock, monotonicNow } from '../../ports/clock.ts';
import type { IdGenerator } from '../../ports/id-generator.ts';
import type { ShardLease, Shards } from '../../ports/stores/shards.ts';
import { believedMs, createHeldLeases, type HeldLeases } from './held-leases.ts';

export type SeatDeps = {
  /** The seats, of which each working instance has one. An instance renews the lease of its seat. */
  readonly seats: Shards;
  readonly clock: Clock;
  readonly ids: IdGenerator;
};

/**
 * The ids of the instances that have a seat. The shards are divided among `instances` of them. `place` is the position
 * of this instance among those, from 0, and `counts` says whether it is one of them.
 */
export type Seated = {
  readonly holders: ReadonlySet<string>;
  readonly instances: number;
  readonly place: number;
  readonly counts: boolean;
};

/**
 * Frees a seat whose lease has expired, so that its holder can no longer renew it. Answers whether the holder has
 * renewed it in the meantime.
 */
const wasRenewedMeanwhile = async (seats: Shards, ended: ShardLease): Promise<Either<Unavailable, boolean>> => {
  const freed = await seats.replace(ended, { ...ended, generation: ended.generation + 1, holder: '', heldUntil: '' })();
  return E.isLeft(freed) ? freed : E.right(!freed.right);
};

/**
 * No work begins under a seat that was not renewed for twelve seconds. It is renewed after seven, so that a database
 * which takes some seconds to answer does not stop the work.
 */
const renewAfterMs = 7000;

/**
 * An instance without a shard takes part in the division after it has worked for half a minute. An instance that
 * crashes again and again leaves a seat each time, and shards that were given to such seats would be nobody's work.
 */
const provenAfterMs = 30_000;

/** The number of holders of seats that are remembered, including holders that have lost their seat. */
const knownHolders = 64;

/** Says which other instances have worked for half a minute. It follows from the renewals of their seats. */
const provenHolders = (clock: Clock) => {
  const known = lruCache<string, { readonly seen: number; readonly renewed: number; readonly heldUntil: string }>(
    knownHolders,
  );
  return {
    note: ({ heldUntil, holder }: ShardLease): void => {
      const before = known.get(holder);
      if (before?.heldUntil === heldUntil) return;
      const now = monotonicNow(clock);
      known.set(holder, { seen: before?.seen ?? now, renewed: now, heldUntil });
    },
    has: (holder: string): boolean => {
      const { renewed = 0, seen = 0 } = known.peek(holder) ?? {};
      return renewed - seen >= provenAfterMs;
    },
  };
};

/** The seat of this instance among those of the others. */
export const createSeat = ({ clock, ids, seats }: SeatDeps) => {
  const leases: HeldLeases = createHeldLeases({ shards: seats, clock, ids }, { beginMs: believedMs, renewAfterMs });
  const proven = provenHolders(clock);
  let own: number | null = null;
  let firstSeatedAt: number | null = null;

  /** Takes a free seat. Several instances may start at the same time, so it tries the next one if it was too late. */
  const takeSeat = async (seen: readonly ShardLease[]): Promise<Either<Unavailable, void>> => {
    const isLeft = ({ holder }: ShardLease): boolean => holder === leases.holder;
    const free = [...seen.filter(isLeft), ...seen.filter((one) => leases.isFree(one) && !isLeft(one))];
    for (const one of free) {
      const taken = await leases.take(one);
      if (E.isLeft(taken)) return taken;
      if (!leases.has(one.shard)) continue;
      own = one.shard;
      break;
    }
    return E.right(undefined);
  };

  return {
    holder: leases.holder,
    release: leases.release,
    /** Renews the lease of the seat. Answers whether this instance has a seat. */
    renew: async (): Promise<Either<Unavailable, boolean>> => {
      const renewed = await leases.renew();
      if (own !== null && !leases.has(own)) own = null;
      return E.isLeft(renewed) ? renewed : E.right(own !== null);
    },
    /** Whether work may begin under the lease. */
    isHeld: (): boolean => own !== null && leases.generationOf(own) !== null,
    /** Reads which instances have a seat, and changes nothing. */
    others: async (): Promise<Either<Unavailable, ReadonlySet<string>>> => {
      const seen = await leases.look();
      if (E.isLeft(seen)) return seen;
      return E.right(new Set(seen.right.flatMap((one) => (leases.isFree(one) ? [] : [one.holder]))));
    },
    /**
     * Reads which instances have a seat, and takes a seat if this one has none; `null` if none is free. An instance
     * whose lease has expired loses its seat. An instance takes part in the division if it has a shard or has worked
     * for half a minute; this instance also if no other takes part.
     */
    look: async (withShards: ReadonlySet<string>): Promise<Either<Unavailable, Seated | null>> => {
      const seen = await leases.look();
      if (E.isLeft(seen)) return seen;
      if (own === null) {
        const seated = await takeSeat(seen.right);
        if (E.isLeft(seated)) return seated;
      }
      if (own === null) return E.right(null);
      firstSeatedAt ??= monotonicNow(clock);
      const holders = new Set([leases.holder]);
      let place = 0;
      let others = 0;
      for (const seat of seen.right) {
        if (seat.shard === own || seat.holder === '' || seat.holder === leases.holder) continue;
        const held: Either<Unavailable, boolean> = leases.isFree(seat)
          ? await wasRenewedMeanwhile(seats, seat)
          : E.right(true);
        if (E.isLeft(held)) return held;
        if (!held.right) continue;
        holders.add(seat.holder);
        proven.note(seat);
        if (!withShards.has(seat.holder) && !proven.has(seat.holder)) continue;
        others += 1;
        if (seat.shard < own) place += 1;
      }
      const isProven = monotonicNow(clock) - firstSeatedAt >= provenAfterMs;
      const counts = isProven || withShards.has(leases.holder) || others === 0;
      return E.right({ holders, place, instances: others + (counts ? 1 : 0), counts });
    },
  };
};
