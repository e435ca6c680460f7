import { lruCache } from '../../kernel/concurrency/lru-cache.ts';
import type { Unavailable } from '../../kernel/errors.ts';
import { E, type Either } from '../../kernel/fp.ts';
import { type Clock, monotonicNow } from '../../ports/clock.ts';
import type { IdGenerator } from '../../ports/id-generator.ts';
import type { ShardLease, Shards } from '../../ports/stores/shards.ts';
import { believedMs, createHeldLeases, type HeldLeases } from './held-leases.ts';

export type SeatDeps = {
  /** The seats: each instance that works has one. Its lease is what is renewed. */
  readonly seats: Shards;
  readonly clock: Clock;
  readonly ids: IdGenerator;
};

/**
 * The ids of those that have a seat. `instances` of them count for the division, among which this one has its `place`;
 * `counts` says whether it is one of them.
 */
export type Seated = {
  readonly holders: ReadonlySet<string>;
  readonly instances: number;
  readonly place: number;
  readonly counts: boolean;
};

/**
 * Frees a seat whose lease has ended, so that its holder cannot renew it any more. Answers whether somebody works under
 * it all the same.
 */
const isHeldAfterAll = async (seats: Shards, ended: ShardLease): Promise<Either<Unavailable, boolean>> => {
  const freed = await seats.replace(ended, { ...ended, generation: ended.generation + 1, holder: '', heldUntil: '' })();
  return E.isLeft(freed) ? freed : E.right(!freed.right);
};

/**
 * Nothing begins under a seat that was not renewed for twelve seconds, so it is renewed early enough for a database
 * that takes some of them.
 */
const renewAfterMs = 7000;

/**
 * An instance without a shard counts for the division once it has worked for so long: one that crashes again and again
 * leaves a seat each time, which would take from the others what nobody works on.
 */
const provenAfterMs = 30_000;

/** So many holders of the sixteen seats are remembered, also after they have lost theirs. */
const knownHolders = 64;

/** Which of the others have worked for half a minute, by the renewals of their seats. */
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

  /** Takes a free seat: the next one where another instance was faster, since several may begin at the same time. */
  const sit = async (seen: readonly ShardLease[]): Promise<Either<Unavailable, void>> => {
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
    /** Renews the lease on the seat. Answers whether there is one. */
    renew: async (): Promise<Either<Unavailable, boolean>> => {
      const renewed = await leases.renew();
      if (own !== null && !leases.has(own)) own = null;
      return E.isLeft(renewed) ? renewed : E.right(own !== null);
    },
    /** Whether something may begin under the lease. */
    isHeld: (): boolean => own !== null && leases.generationOf(own) !== null,
    /** Reads who else has a seat, and changes nothing. */
    others: async (): Promise<Either<Unavailable, ReadonlySet<string>>> => {
      const seen = await leases.look();
      if (E.isLeft(seen)) return seen;
      return E.right(new Set(seen.right.flatMap((one) => (leases.isFree(one) ? [] : [one.holder]))));
    },
    /**
     * Looks who has a seat, and takes one; `null` where there is none. Those who have died lose theirs. An instance
     * counts for the division if it has a shard, or has worked for half a minute; this one also if nobody else counts.
     */
    look: async (withShards: ReadonlySet<string>): Promise<Either<Unavailable, Seated | null>> => {
      const seen = await leases.look();
      if (E.isLeft(seen)) return seen;
      if (own === null) {
        const sat = await sit(seen.right);
        if (E.isLeft(sat)) return sat;
      }
      if (own === null) return E.right(null);
      firstSeatedAt ??= monotonicNow(clock);
      const holders = new Set([leases.holder]);
      let [place, others] = [0, 0];
      for (const seat of seen.right) {
        if (seat.shard === own || seat.holder === '' || seat.holder === leases.holder) continue;
        const held: Either<Unavailable, boolean> = leases.isFree(seat)
          ? await isHeldAfterAll(seats, seat)
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
