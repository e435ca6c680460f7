import type { Random } from '../../../../support/generators/seeded-random.ts';
import type { Balancer } from '../../cluster/balancer.ts';
import type { ClusterEnvironment } from '../../cluster/environment.ts';
import type { FeedReader } from '../receivers/feed-reader.ts';
import type { Receiver } from '../receivers/receiver.ts';
import type { WorldClock } from '../shared/world-clock.ts';
import type { Acknowledged } from './acknowledged.ts';
import type { Interruption } from './judge-deliveries.ts';

/** How much is done, and how often somebody dies. */
export type Scale = {
  readonly events: number;
  /** How often an instance is killed, and how often the database. */
  readonly kills: number;
  readonly databaseKills: number;
  readonly workers: { readonly lives: number; readonly reviews: number };
  /**
   * Of so many kills of an instance, one whose leases are waited for, half a minute; behind the others the clock is set
   * ahead by as much. `null`: none is waited for, and no receiver leaves a request without an answer.
   */
  readonly killsForEachWait: number | null;
};

/** Partners, endpoints and a reader of the feed around a service whose processes are killed. */
export type DeliveryRun = {
  readonly cluster: ClusterEnvironment;
  readonly balancer: Balancer;
  readonly clock: WorldClock;
  readonly random: Random;
  readonly scale: Scale;
  readonly acknowledged: Acknowledged;
  readonly endpoints: readonly { readonly id: string; readonly receiver: Receiver }[];
  readonly reader: FeedReader;
  readonly interruptions: Interruption[];
  readonly say: (line: string) => void;
};
