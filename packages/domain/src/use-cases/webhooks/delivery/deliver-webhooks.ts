import { semaphore } from '../../../kernel/concurrency/semaphore.ts';
import type { Unavailable } from '../../../kernel/errors.ts';
import { E, type Either } from '../../../kernel/fp.ts';
import type { EventFeed, FeedPosition } from '../../../ports/logs/event-feed.ts';
import { type Shards, shardOf } from '../../../ports/stores/shards.ts';
import { clockFault } from '../../../ports/trusted-clock.ts';
import type { WebhookEndpoints } from '../../../ports/webhooks/webhook-endpoints.ts';
import { createShardLeases } from '../../leases/shard-leases.ts';
import type { RunDeps } from './delivery-run.ts';
import { createEndpointRunner } from './endpoint-runner.ts';
import { type Listed, listedEndpoints } from './listed-endpoints.ts';

/** The maximum number of requests at once of one instance, and of those to the endpoints of one partner. */
const requestsAtOnce = 128;
const requestsOfPartner = 32;

export type DeliveryDeps = Omit<RunDeps, 'limited' | 'generationFor' | 'endpoints' | 'eventFeed'> & {
  readonly endpoints: Pick<WebhookEndpoints, 'active' | 'find' | 'replace'>;
  readonly eventFeed: Pick<EventFeed, 'heads' | 'page'>;
  readonly shards: Shards;
  readonly onFailure: (failure: Unavailable) => void;
};

/** Delivers events to the endpoints in the shards that this instance holds. */
export type WebhookDelivery = {
  /** Renews the leases, and starts deliveries where there are any. It waits for no request. */
  readonly round: () => Promise<Either<Unavailable, void>>;
  /** Starts to deliver the events of a feed up to this place, without asking the database how far it is. */
  readonly hear: (feed: FeedPosition) => void;
  /** Resolves when no delivery is in flight. */
  readonly idle: () => Promise<void>;
  /** Starts no more deliveries, waits for those in flight, and releases the leases. */
  readonly stop: () => Promise<void>;
};

const done: Either<Unavailable, void> = E.right(undefined);

/** Slow receivers delay the deliveries of their own partner and of no other. */
const limitedByPartner = (): RunDeps['limited'] => {
  const ofAll = semaphore(requestsAtOnce);
  const ofPartners = new Map<string, ReturnType<typeof semaphore>>();
  return (partnerId, task) => {
    const ofPartner = ofPartners.get(partnerId) ?? semaphore(requestsOfPartner);
    ofPartners.set(partnerId, ofPartner);
    return ofPartner(() => ofAll(task));
  };
};

export const createWebhookDelivery = (deps: DeliveryDeps): WebhookDelivery => {
  const leases = createShardLeases(deps);
  const limited = limitedByPartner();
  let isStopping = false;
  const generationFor = (id: string): number | null =>
    isStopping || clockFault(deps.clock) !== null ? null : leases.generationFor(id);
  const runDeps: RunDeps = { ...deps, limited, generationFor };
  const listed = listedEndpoints({ ...deps, runnerFor: (id) => createEndpointRunner(runDeps, id) });

  const begin = (one: Listed): void => {
    let seen = 0;
    const deliver = async (): Promise<boolean> => {
      const ran = await one.runner.run(() => {
        const reach = listed.reachOf(one);
        seen = reach.place;
        return reach;
      });
      if (E.isLeft(ran)) deps.onFailure(ran.left);
      return E.isRight(ran);
    };
    const end = (): void => {
      one.running = null;
    };
    one.running = deliver()
      .finally(end)
      .then((isRight) => {
        // Events that came after its last look do not wait for the next round.
        if (isRight && seen > 0 && listed.reachOf(one).place > seen) beginWhereDue(one);
      });
  };

  const beginWhereDue = (one: Listed): void => {
    if (one.running !== null) one.runner.hear();
    else if (generationFor(one.id) !== null && one.runner.hasWork(listed.reachOf(one))) begin(one);
  };

  const idle = async (): Promise<void> => {
    for (;;) {
      const running = listed.all().flatMap((one) => one.running ?? []);
      if (running.length === 0) return;
      await Promise.all(running);
    }
  };

  return {
    idle,
    round: async () => {
      if (isStopping) return done;
      const read = await listed.list();
      if (E.isLeft(read)) return read;
      const kept = await leases.keep(new Set(listed.all().map(({ id }) => shardOf(id))));
      if (E.isLeft(kept)) return kept;
      const own = listed.all().filter(({ id }) => generationFor(id) !== null);
      const looked = await listed.look(own);
      if (E.isLeft(looked)) return looked;
      own.forEach(beginWhereDue);
      return done;
    },
    hear: (feed) => listed.hear(feed).forEach(beginWhereDue),
    stop: async () => {
      isStopping = true;
      await idle();
      await leases.release();
    },
  };
};
