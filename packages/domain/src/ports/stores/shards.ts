import type { Unavailable } from '../../kernel/errors.ts';
import type { TaskEither } from '../../kernel/fp.ts';
import { canonicalDigest } from '../../kernel/hash.ts';

/** The number of shards into which work is divided among instances. */
export const shardCount = 16;

/** The shard of what has this id: 0 to 15. */
export const shardOf = (id: string): number => Number.parseInt(canonicalDigest(id).slice(0, 1), 16);

/** The lease on the work of a shard. Whoever takes it raises its generation. */
export type ShardLease = {
  readonly shard: number;
  readonly generation: number;
  /** Empty where nobody has it. */
  readonly holder: string;
  /** ISO 8601. */
  readonly heldUntil: string;
};

/** The leases on the shards of one kind of work. */
export type Shards = {
  /** The leases of all shards. One that was never taken has generation 0. */
  readonly leases: () => TaskEither<Unavailable, readonly ShardLease[]>;
  /** Replaces a lease, if it is as it was seen. */
  readonly replace: (seen: ShardLease, next: ShardLease) => TaskEither<Unavailable, boolean>;
};
