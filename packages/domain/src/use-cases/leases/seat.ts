import type { Unavailable } from '../../kernel/errors.ts';
import { E, type Either } from '../../kernel/fp.ts';
import type { Clock } from '../../ports/clock.ts';
import type { IdGenerator } from '../../ports/id-generator.ts';
import type { ShardLease, Shards } from '../../ports/stores/shards.ts';
import { believedMs, createHeldLeases, type HeldLeases } from './held-leases.ts';

export type SeatDeps = {
  /** The seats: each instance that works has one. Its lease is what is renewed. */
  readonly seats: Shards;
  readonly clock: Clock;
  readonly ids: IdGenerator;
};

/** The place of this instance among those that have a seat, and the ids of all of them. */
export type Seated = { readonly place: number; readonly holders: ReadonlySet<string> };

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

/** The seat of this instance among those of the others. */
export const createSeat = ({ clock, ids, seats }: SeatDeps) => {
  const leases: HeldLeases = createHeldLeases({ shards: seats, clock, ids }, { beginMs: believedMs, renewAfterMs });
  let own: number | null = null;

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
    /** Looks who has a seat, and takes one; `null` where there is none. Those who have died lose theirs. */
    look: async (): Promise<Either<Unavailable, Seated | null>> => {
      const seen = await leases.look();
      if (E.isLeft(seen)) return seen;
      if (own === null) {
        const sat = await sit(seen.right);
        if (E.isLeft(sat)) return sat;
      }
      if (own === null) return E.right(null);
      const holders = new Set([leases.holder]);
      let place = 0;
      for (const seat of seen.right) {
        if (seat.shard === own || seat.holder === '' || seat.holder === leases.holder) continue;
        const held: Either<Unavailable, boolean> = leases.isFree(seat)
          ? await isHeldAfterAll(seats, seat)
          : E.right(true);
        if (E.isLeft(held)) return held;
        if (!held.right) continue;
        holders.add(seat.holder);
        if (seat.shard < own) place += 1;
      }
      return E.right({ place, holders });
    },
  };
};
