import { E } from '@portcullis/domain';
import {
  type EventFeed,
  type FeedPosition,
  type FeedWait,
  type FeedWatch,
  maxFeedHeads,
} from '@portcullis/events/ports';

/** How many requests may wait for the events of one partner, and in all, in this instance. */
export const waitingLimits = { ofPartner: 20, inAll: 500 } as const;

/** How often the feeds are looked at while somebody waits. */
const pollEveryMs = 500;

type Waiting = { wake: () => void; readonly end: () => void };
type Watched = { head: number; readonly waits: Set<Waiting> };

/** Watches feeds until it is stopped, which ends every wait. */
export type RunningFeedWatch = FeedWatch & {
  /** Wakes those who wait for the events of a partner whose feed has come so far. */
  readonly hear: (feed: FeedPosition) => void;
  readonly stop: () => void;
  /** How many requests wait. */
  readonly waiting: () => number;
};

/**
 * Looks at the heads of all watched feeds together: one statement for a hundred partners, however many requests wait.
 * While nobody waits it asks nothing. A look that fails is followed by the next one.
 */
export const createFeedWatch = (heads: EventFeed['heads'], everyMs = pollEveryMs): RunningFeedWatch => {
  const watched = new Map<string, Watched>();
  let count = 0;
  let isStopped = false;
  let timer: NodeJS.Timeout | null = null;

  const hear = ({ partnerId, place }: FeedPosition): void => {
    const feed = watched.get(partnerId);
    if (feed === undefined || place <= feed.head) return;
    feed.head = place;
    for (const { wake } of [...feed.waits]) wake();
  };

  const poll = async (): Promise<void> => {
    const partners = [...watched.keys()];
    for (let at = 0; at < partners.length; at += maxFeedHeads) {
      const found = await heads(partners.slice(at, at + maxFeedHeads))();
      if (E.isRight(found)) found.right.forEach(hear);
    }
  };

  const schedulePoll = (): void => {
    if (timer !== null || isStopped || watched.size === 0) return;
    timer = setTimeout(() => {
      void poll().finally(() => {
        timer = null;
        schedulePoll();
      });
    }, everyMs).unref();
  };

  const begin: FeedWatch['begin'] = (partnerId, waitMs) => {
    const feed: Watched = watched.get(partnerId) ?? { head: 0, waits: new Set() };
    if (feed.waits.size >= waitingLimits.ofPartner || count >= waitingLimits.inAll) return null;
    let isOver = isStopped;
    const end = (): void => {
      isOver = true;
      clearTimeout(over);
      if (feed.waits.delete(own)) count -= 1;
      if (feed.waits.size === 0 && watched.get(partnerId) === feed) watched.delete(partnerId);
      own.wake();
    };
    const own: Waiting = { wake: () => undefined, end };
    const over = setTimeout(end, waitMs).unref();
    watched.set(partnerId, feed);
    feed.waits.add(own);
    count += 1;
    schedulePoll();
    const hasPassed: FeedWait['hasPassed'] = async (place) => {
      while (!isOver && feed.head <= place)
        await new Promise<void>((resolve) => {
          own.wake = resolve;
        });
      return !isOver;
    };
    return { hasPassed, end };
  };

  return {
    begin,
    hear,
    stop: () => {
      isStopped = true;
      if (timer !== null) clearTimeout(timer);
      for (const { waits } of [...watched.values()]) for (const { end } of [...waits]) end();
    },
    waiting: () => count,
  };
};
