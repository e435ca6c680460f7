import { type Clock, E, type Unavailable } from '@portcullis/domain';
import { type EventFeed, monotonicNow } from '@portcullis/domain/ports';
import { eventsKeptMs } from '@portcullis/domain/use-cases';
import { pruneOlder } from './prune-older.ts';

/** How often events that are too old are taken out of the feeds. */
const everyMs = 3_600_000;

type PruneEventsDeps = {
  readonly eventFeed: Pick<EventFeed, 'prune'>;
  readonly clock: Clock;
  readonly onFailure: (cause: Unavailable) => void;
};

/** Takes old events out of the feeds: in the first round, and then once an hour. */
export const pruneEvents = ({ clock, eventFeed, onFailure }: PruneEventsDeps): (() => Promise<void>) => {
  let next = monotonicNow(clock);
  return async () => {
    if (monotonicNow(clock) < next) return;
    next = monotonicNow(clock) + everyMs;
    const pruned = await pruneOlder(clock, eventsKeptMs, eventFeed.prune)();
    if (E.isLeft(pruned)) onFailure(pruned.left);
  };
};
