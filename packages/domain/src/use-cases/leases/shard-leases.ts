import { lruCache } from '../../kernel/concurrency/lru-cache.ts';
import type { Unavailable } from '../../kernel/errors.ts';
import { E, type Either } from '../../kernel/fp.ts';
import { monotonicNow } from '../../ports/clock.ts';
import { shardOf } from '../../ports/stores/shards.ts';
import { believedMs, createHeldLeases, lookEveryMs, type ShardLeaseDeps } from './held-leases.ts';

/** The leases of this instance on the shards of endpoints. */
export type ShardLeases = {
  /**
   * Renews the held leases, and takes one of the wanted shards without a holder. One at a time, so that instances that
   * start together each get some.
   */
  readonly keep: (wanted: ReadonlySet<number>) => Promise<Either<Unavailable, void>>;
  /** The generation of the lease on the shard of an endpoint while a request may begin; `null` otherwise. */
  readonly generationFor: (endpointId: string) => number | null;
  /** Releases all leases. */
  readonly release: () => Promise<void>;
};

/**
 * A request ends after 15 seconds. No request begins with less than that left of the lease, and a second for its
 * answer, nor once another instance may believe by its own clock that the lease has expired.
 */
const requestMs = Math.max(16_000, believedMs);

/** How many endpoints have their shards remembered: the holder is looked up before each request. */
const knownShards = 1000;

export const createShardLeases = (deps: ShardLeaseDeps): ShardLeases => {
  const { clock } = deps;
  const { generationOf, has, isFree, look, release, renew, take } = createHeldLeases(deps, { beginMs: requestMs });
  const shardsOf = lruCache<string, number>(knownShards);
  let nextLook = Number.NEGATIVE_INFINITY;

  const takeOne = async (wanted: ReadonlySet<number>): Promise<Either<Unavailable, void>> => {
    const found = await look();
    if (E.isLeft(found)) return found;
    const free = found.right.find((one) => wanted.has(one.shard) && !has(one.shard) && isFree(one));
    nextLook = monotonicNow(clock) + (free === undefined ? lookEveryMs : 0);
    return free === undefined ? E.right(undefined) : take(free);
  };

  return {
    keep: async (wanted) => {
      const renewed = await renew();
      if (E.isLeft(renewed)) return renewed;
      const isMissing = [...wanted].some((shard) => !has(shard));
      return isMissing && monotonicNow(clock) >= nextLook ? takeOne(wanted) : E.right(undefined);
    },
    generationFor: (endpointId) => {
      const shard = shardsOf.get(endpointId) ?? shardOf(endpointId);
      shardsOf.set(endpointId, shard);
      return generationOf(shard);
    },
    release,
  };
};
