import { E, type Either, semaphore, type Unavailable } from '@portcullis/domain/kernel';
import { createWorkLease } from '../../leases/work-lease.ts';
import type { EventFeed, FeedPosition } from '../../ports/event-feed.ts';
import type { WebhookEndpoints } from '../../ports/webhook-endpoints.ts';
import type { WorkLeases } from '../../ports/work-leases.ts';
import type { RunDeps } from './delivery-run.ts';
import { createEndpointRunner } from './endpoint-runner.ts';
import { type Listed, listedEndpoints } from './listed-endpoints.ts';

/** The maximum number of requests at once of one instance, and of those to the endpoints of one partner. */
const requestsAtOnce = 128;
const requestsOfPartner = 32;

export type DeliveryDeps = Omit<RunDeps, 'limited' | 'generation' | 'endpoints' | 'eventFeed'> & {
  readonly endpoints: Pick<WebhookEndpoints, 'active' | 'find' | 'replace'>;
  readonly eventFeed: Pick<EventFeed, 'heads' | 'page'>;
  readonly leases: WorkLeases;
  readonly onFailure: (failure: Unavailable, endpointId: string) => void;
};

/** Delivers events to the endpoints of partners while this instance has the lease on deliveries. */
export type WebhookDelivery = {
  /** Renews the lease, and starts deliveries where there are any. It waits for no request. */
  readonly round: () => Promise<Either<Unavailable, void>>;
  /** Starts to deliver the events of a feed up to this place, without asking the database how far it is. */
  readonly hear: (feed: FeedPosition) => void;
  /** Whether this instance delivers. */
  readonly hasLease: () => boolean;
  /** Resolves when no delivery is in flight. */
  readonly idle: () => Promise<void>;
  /** Starts no more deliveries, waits for those in flight, and releases the lease. */
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
  const lease = createWorkLease(deps, 'delivery');
  const limited = limitedByPartner();
  let isStopping = false;
  const generation = (): number | null => (isStopping ? null : lease.generation());
  const runDeps: RunDeps = { ...deps, limited, generation };
  const listed = listedEndpoints({ ...deps, runnerFor: (id) => createEndpointRunner(runDeps, id) });

  const begin = (one: Listed): void => {
    let seen = 0;
    const deliver = async (): Promise<boolean> => {
      const ran = await one.runner.run(() => {
        const reach = listed.reachOf(one);
        seen = reach.place;
        return reach;
      });
      if (E.isLeft(ran)) deps.onFailure(ran.left, one.id);
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
    else if (generation() !== null && one.runner.hasWork(listed.reachOf(one))) begin(one);
  };

  const idle = async (): Promise<void> => {
    for (;;) {
      const running = listed.all().flatMap((one) => one.running ?? []);
      if (running.length === 0) return;
      await Promise.all(running);
    }
  };

  return {
    hasLease: lease.isHeld,
    idle,
    round: async () => {
      if (isStopping) return done;
      const read = await listed.list();
      if (E.isLeft(read)) return read;
      const all = listed.all();
      // An instance without endpoints writes nothing.
      if (all.length === 0) return done;
      const kept = await lease.keep();
      if (E.isLeft(kept)) return kept;
      if (generation() === null) return done;
      const looked = await listed.look(all);
      if (E.isLeft(looked)) return looked;
      all.forEach(beginWhereDue);
      return done;
    },
    hear: (feed) => listed.hear(feed).forEach(beginWhereDue),
    stop: async () => {
      isStopping = true;
      await idle();
      await lease.release();
    },
  };
};
