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

/** Delivers events to the endpoints of the shards whose leases this instance has. */
export type WebhookDelivery = {
  /** Keeps the leases, and begins to deliver where there is something to do. It waits for no request. */
  readonly round: () => Promise<Either<Unavailable, void>>;
  /** Begins to deliver what a feed has that has come so far, without a look at the database for it. */
  readonly hear: (feed: FeedPosition) => void;
  /** Resolves once nothing is under way. */
  readonly idle: () => Promise<void>;
  /** Begins nothing more, waits for what is under way, and gives the leases back. */
  readonly stop: () => Promise<void>;
};

const done: Either<Unavailable, void> = E.right(undefined);

/** Receivers that take long for every answer hold up their partner, and nobody else. */
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
        // What has come behind its last look does not wait for the next round.
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
