import type { EventType } from '@portcullis/client';
import type { Either } from '@portcullis/domain';
import { matching, t } from '@portcullis/domain/kernel';

/** The members of a feed event that the commands read. Other members are kept, because they are handed on. */
export const FeedEvent = t.type({
  id: matching('an event id', /^[\x21-\x7e]{1,128}$/),
  type: t.string,
  timestamp: t.string,
  data: t.type({ id: t.string }),
});
export type FeedEvent = t.TypeOf<typeof FeedEvent>;

/** A page of the feed. `after` is the cursor behind it; without `hasMore` nothing followed it. */
export type FeedPage = {
  readonly events: readonly FeedEvent[];
  readonly after: string;
  readonly hasMore: boolean;
  /** How many events of the page were changed in the database, so that they cannot be shown. */
  readonly damaged: number;
};

export type FeedQuery = {
  /** The cursor behind which the page begins; `null` begins with the oldest event that is kept. */
  readonly after: string | null;
  /** Only events of these types; `null` for all. */
  readonly types: readonly EventType[] | null;
  /** How long the service holds the request while there is no event: 0 to 25 seconds. */
  readonly waitSeconds: number;
};

/** Why a page could not be read, where a sentence is one for the user. */
export type FeedFailure =
  /** The events behind the cursor are no longer kept, or the database is an older one; the rest begins here. */
  | { readonly kind: 'gone'; readonly firstCursor: string }
  /** The same request can succeed later. */
  | { readonly kind: 'transient'; readonly sentence: string; readonly retryAfterMs: number }
  /** It cannot. */
  | { readonly kind: 'refused'; readonly sentence: string };

/** Reads a page of the feed, up to 100 events. A read that was stopped is a transient failure. */
export type ReadFeed = (query: FeedQuery) => Promise<Either<FeedFailure, FeedPage>>;
