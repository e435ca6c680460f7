import { E, type Either, type Unavailable } from '@portcullis/domain/kernel';
import { type Clock, monotonicNow } from '@portcullis/domain/ports';
import { type EventFeed, type FeedPosition, maxFeedHeads } from '../../ports/event-feed.ts';
import type { ActiveEndpoint, WebhookEndpoints } from '../../ports/webhook-endpoints.ts';
import type { EndpointRunner, FeedReach } from './endpoint-runner.ts';

/** The interval at which the list of endpoints is read. A change of an endpoint may go unnoticed for that time. */
const listEveryMs = 2000;

/** After this time no request begins any more by what an endpoint was before: with the rounds and the read itself. */
export const changesKnownAfterMs = listEveryMs + 1000;

/** The interval at which the feeds are read while none has new events. */
const lookEveryMs = 400;

/** An endpoint of the list, and its runner. */
export type Listed = {
  version: number;
  readonly id: string;
  readonly partnerId: string;
  readonly runner: EndpointRunner;
  running: Promise<void> | null;
};

type ListDeps = {
  readonly endpoints: Pick<WebhookEndpoints, 'active'>;
  readonly eventFeed: Pick<EventFeed, 'heads'>;
  readonly clock: Clock;
  readonly runnerFor: (endpointId: string) => EndpointRunner;
};

type Done = Promise<Either<Unavailable, void>>;

const done: Either<Unavailable, void> = E.right(undefined);

const nothingYet: FeedReach = { place: 0, first: 1 };

/** The enabled endpoints of all partners, and the last places of the feeds of some partners. */
export const listedEndpoints = ({ clock, endpoints, eventFeed, runnerFor }: ListDeps) => {
  const listed = new Map<string, Listed>();
  const heads = new Map<string, FeedReach>();
  /** The feeds with news since a read began: the read may find an older state of them. */
  const heard = new Set<string>();
  let listAt = Number.NEGATIVE_INFINITY;
  let lookAt = Number.NEGATIVE_INFINITY;

  const note = ({ id, partnerId, version }: ActiveEndpoint): void => {
    const known = listed.get(id);
    if (known === undefined) listed.set(id, { id, version, partnerId, runner: runnerFor(id), running: null });
    else if (known.version !== version) {
      known.version = version;
      known.runner.forget();
    }
  };

  return {
    all: (): readonly Listed[] => [...listed.values()],
    reachOf: ({ partnerId }: Listed): FeedReach => heads.get(partnerId) ?? nothingYet,
    /** Records the last place of a feed, and answers the endpoints to which its events are delivered. */
    hear: ({ partnerId, place }: FeedPosition): readonly Listed[] => {
      const known = heads.get(partnerId);
      if (known === undefined) return [];
      heads.set(partnerId, { ...known, place });
      heard.add(partnerId);
      return [...listed.values()].filter((one) => one.partnerId === partnerId);
    },
    /** Reads the list if that is due. */
    list: async (): Done => {
      if (monotonicNow(clock) < listAt) return done;
      const found = new Set<string>();
      for (let after = ''; ; ) {
        const page: Either<Unavailable, readonly ActiveEndpoint[]> = await endpoints.active(after)();
        if (E.isLeft(page)) return page;
        for (const one of page.right) {
          found.add(one.id);
          note(one);
        }
        const last = page.right.at(-1);
        if (last === undefined) break;
        after = last.id;
      }
      for (const [id, { runner, running }] of listed) {
        if (found.has(id)) continue;
        if (running === null) listed.delete(id);
        else runner.forget();
      }
      listAt = monotonicNow(clock) + listEveryMs;
      return done;
    },
    /** Reads the last places of the feeds of some endpoints' partners if that is due. */
    look: async (own: readonly Listed[]): Done => {
      const partners = [...new Set(own.map(({ partnerId }) => partnerId))];
      if (monotonicNow(clock) < lookAt && partners.every((one) => heads.has(one))) return done;
      heard.clear();
      let hasMoved = false;
      for (let at = 0; at < partners.length; at += maxFeedHeads) {
        const found = await eventFeed.heads(partners.slice(at, at + maxFeedHeads))();
        if (E.isLeft(found)) return found;
        for (const head of found.right) {
          const known = heads.get(head.partnerId);
          if (heard.has(head.partnerId)) continue;
          hasMoved ||= known !== undefined && known.place !== head.place;
          heads.set(head.partnerId, head);
        }
      }
      lookAt = monotonicNow(clock) + (hasMoved ? 0 : lookEveryMs);
      return done;
    },
  };
};
