import { type Clock, E, type Unavailable } from '@portcullis/domain';
import { monotonicNow } from '@portcullis/domain/ports';
import { eventsKeptMs } from '@portcullis/events';
import type { EventFeed, PrunedFeeds } from '@portcullis/events/ports';
import { pruneOlderOr } from './prune-older.ts';

/** How often events that are too old are taken out of the feeds. */
const everyMs = 3_600_000;
/** The maximum number of pages that a round reads to prune: the same rounds place and number new entries. */
const pagesPerRound = 10;
const nothing = { pruned: 0, next: null };

type PruneEventsDeps = {
  readonly eventFeed: Pick<EventFeed, 'prune'>;
  readonly clock: Clock;
  /** Whether this instance is the one that numbers the feeds: of several one prunes. */
  readonly hasLease: () => boolean;
  readonly onFailure: (cause: Unavailable) => void;
};

/** Takes old events out of the feeds, a part in each round: from the first round on, and then once an hour. */
export const pruneEvents = ({ clock, eventFeed, hasLease, onFailure }: PruneEventsDeps): (() => Promise<void>) => {
  let due = monotonicNow(clock);
  let from = '';
  return async () => {
    if (!hasLease() || monotonicNow(clock) < due) return;
    const prune = (before: string) => eventFeed.prune(before, from, pagesPerRound);
    const pruned = await pruneOlderOr<PrunedFeeds>(nothing, clock, eventsKeptMs, prune)();
    const next = E.isRight(pruned) ? pruned.right.next : null;
    if (next === null) due = monotonicNow(clock) + everyMs;
    from = next ?? '';
    if (E.isLeft(pruned)) onFailure(pruned.left);
  };
};
