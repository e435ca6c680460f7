import type { Unavailable } from '../../kernel/errors.ts';
import type { TaskEither } from '../../kernel/fp.ts';
import { canonicalDigest } from '../../kernel/hash.ts';

/** Into so many shards endpoints fall. */
export const webhookShards = 16;

/** The shard of an endpoint: 0 to 15. */
export const shardOf = (endpointId: string): number => Number.parseInt(canonicalDigest(endpointId).slice(0, 1), 16);

/** The lease on delivering to the endpoints of a shard. Whoever takes it raises its generation. */
export type ShardLease = {
  readonly shard: number;
  readonly generation: number;
  /** Empty where nobody has it. */
  readonly holder: string;
  /** ISO 8601. */
  readonly heldUntil: string;
};

export type WebhookShards = {
  /** The leases of all shards. One that was never taken has generation 0. */
  readonly leases: () => TaskEither<Unavailable, readonly ShardLease[]>;
  /** Replaces a lease, if it is as it was seen. */
  readonly replace: (seen: ShardLease, next: ShardLease) => TaskEither<Unavailable, boolean>;
};
