import type { Unavailable } from '../../kernel/errors.ts';
import { E, type Either } from '../../kernel/fp.ts';
import { type ShardLease, type Shards, shardCount } from '../../ports/stores/shards.ts';
import type { Seated } from './seat.ts';

const done: Either<Unavailable, void> = E.right(undefined);

type Own = { readonly lease: ShardLease; running: number; isLeaving: boolean };

/** The shards of this instance. One that is being left takes no new work, and goes when what runs has ended. */
export const createOwnShards = (shards: Shards, holder: string) => {
  const own = new Map<number, Own>();

  const giveBack = async (one: Own): Promise<Either<Unavailable, void>> => {
    const given = await shards.replace(one.lease, { ...one.lease, holder: '' })();
    if (E.isLeft(given)) return given;
    own.delete(one.lease.shard);
    return done;
  };

  return {
    /** A shard in which work may begin. */
    workable: (shard: number): Own | null => {
      const one = own.get(shard);
      return one === undefined || one.isLeaving ? null : one;
    },
    workableCount: (): number => [...own.values()].filter(({ isLeaving }) => !isLeaving).length,
    size: (): number => own.size,
    clear: (): void => own.clear(),
    /** Forgets what others have, says which shards are too many, and takes free ones from a place on. */
    change: async (seen: readonly ShardLease[], most: number, { holders, place }: Seated) => {
      for (const { generation, holder: other, shard } of seen)
        if (other !== holder || own.get(shard)?.lease.generation !== generation) own.delete(shard);
      for (const [n, one] of [...own.values()].entries()) one.isLeaving = n >= most;
      const from = Math.floor((place * shardCount) / holders.size);
      const isFree = (one: ShardLease): boolean => one.holder === holder || !holders.has(one.holder);
      for (const free of [...seen.slice(from), ...seen.slice(0, from)]) {
        if (own.size >= most) return done;
        if (own.has(free.shard) || !isFree(free)) continue;
        const lease = { shard: free.shard, generation: free.generation + 1, holder, heldUntil: '' };
        const taken = await shards.replace(free, lease)();
        if (E.isLeft(taken)) return taken;
        if (taken.right) own.set(lease.shard, { lease, running: 0, isLeaving: false });
      }
      return done;
    },
    /** Gives back what is being left, and not used any more. */
    leave: async (): Promise<Either<Unavailable, void>> => {
      for (const one of [...own.values()]) {
        if (!one.isLeaving || one.running > 0) continue;
        const given = await giveBack(one);
        if (E.isLeft(given)) return given;
      }
      return done;
    },
  };
};
