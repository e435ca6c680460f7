import { E, type Invalid, type LimitReached, limitReached, type TaskEither } from '@portcullis/domain/kernel';
import { useCase } from '../input/use-case.ts';
import type { FeedWatch } from '../ports/feed-watch.ts';
import type { EventPage, EventQuery, EventReadFailure, ReadEvents } from './read-events.ts';

/**
 * Reads the feed, and waits where it has nothing for the caller: until an event comes, the time is over, the caller has
 * gone (`onGone` is called with what ends the wait), or the service stops. `waitMs` is 0 to 25,000.
 */
export type FollowEvents = (
  query: EventQuery & { readonly waitMs: number; readonly onGone: (end: () => void) => void },
) => TaskEither<Invalid | EventReadFailure | LimitReached, EventPage>;

type Deps = { readonly readEvents: ReadEvents; readonly feedWatch: FeedWatch };

const tooManyWaiting = limitReached(
  'event_waiters',
  'Too many requests wait for the events of this partner already. Let one request wait, or ask without wait.',
  5,
);

/** Nothing of the database is held while it waits: the watch asks for all who wait at once. */
export const followEvents = useCase(
  'followEvents',
  ['readEvents', 'feedWatch'],
  ({ feedWatch, readEvents }: Deps): FollowEvents =>
    ({ onGone, waitMs, ...query }) =>
    async () => {
      if (waitMs === 0) return readEvents(query)();
      const wait = feedWatch.begin(query.caller.tenant.partnerId, waitMs);
      if (wait === null) return E.left(tooManyWaiting);
      onGone(wait.end);
      try {
        let { after } = query;
        for (;;) {
          const page = await readEvents({ ...query, after })();
          if (E.isLeft(page)) return page;
          const { damaged, events, hasMore, next } = page.right;
          if (events.length > 0 || hasMore || damaged > 0) return page;
          if (!(await wait.hasPassed(next))) return page;
          after = next;
        }
      } finally {
        wait.end();
      }
    },
);
