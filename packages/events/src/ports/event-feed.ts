import type { TaskEither, Tenant, Unavailable } from '@portcullis/domain/kernel';
import type { PartnerEvent } from '../ledger/partner-event.ts';

/** An event at its place in the feed of its partner. `row` is the id under which its entry is stored. */
export type FeedEvent = {
  readonly place: number;
  readonly row: string;
  readonly tenant: Tenant;
  readonly event: PartnerEvent;
};

/**
 * Consecutive events of a feed. `first` and `last` are the places of the first and the last row that were read (`null`
 * if there was none), and `rows` is the number of rows. `damaged` counts changes and removals by somebody: empty places
 * between the two, events that cannot be read, and events that are in another order than in the log.
 */
export type FeedPage = {
  readonly events: readonly FeedEvent[];
  readonly first: number | null;
  readonly last: number | null;
  readonly rows: number;
  readonly damaged: number;
};

/** The last place of the feed of a partner. */
export type FeedPosition = { readonly partnerId: string; readonly place: number };

/** The same, and the place of the first event that is kept. */
export type FeedHead = FeedPosition & { readonly first: number };

/** How many events were removed from the feeds, and where to continue (`null` when every feed was visited). */
export type PrunedFeeds = { readonly pruned: number; readonly next: string | null };

/** The maximum number of heads in one request. */
export const maxFeedHeads = 100;

/**
 * The feeds of the partners: the events of their profiles, from place 1 without a gap, in the order in which the log of
 * all entries has them. An event is there once its entry has a place in the log, and never before its commit.
 */
export type EventFeed = {
  /** The heads of these partners, at most 100, in their order. A partner without events is at place 0. */
  readonly heads: (partnerIds: readonly string[]) => TaskEither<Unavailable, readonly FeedHead[]>;
  /** At most `limit` (1 to 200) events of a partner after a place. */
  readonly page: (partnerId: string, afterPlace: number, limit: number) => TaskEither<Unavailable, FeedPage>;
  /** The event of a row that is in the feed of a partner; `null` where there is none. */
  readonly find: (partnerId: string, row: string) => TaskEither<Unavailable, FeedEvent | null>;
  /**
   * Makes each feed begin with its first event that is not older than `before` (ISO 8601). The entries stay in the
   * ledger. It reads at most `pages` pages of events; each feed with events needs at least one. `from` is where the
   * last call has stopped, and `''` starts again.
   */
  readonly prune: (before: string, from: string, pages: number) => TaskEither<Unavailable, PrunedFeeds>;
};

/** An event at its place in the log. `isNumbered` says whether it has its place in the feed of the partner. */
export type FollowedEntry = {
  readonly row: string;
  readonly place: number;
  readonly partnerId: string;
  readonly isNumbered: boolean;
};

/**
 * Numbers the events. Every write names the state that it is based on, and succeeds only if that is still the state.
 * So of several relays one succeeds, whichever of them believes that it has the lease.
 */
export type FeedNumbers = {
  /** The place of the log up to which every event is numbered. */
  readonly followed: () => TaskEither<Unavailable, number>;
  /** At most `limit` (1 to 150) events of the log after `place` and up to `last` (inclusive), in their order. */
  readonly behind: (place: number, last: number, limit: number) => TaskEither<Unavailable, readonly FollowedEntry[]>;
  /** The last place of the feed of a partner. A new feed is created. */
  readonly open: (partnerId: string) => TaskEither<Unavailable, number>;
  /** Gives the next places of a feed to at most 150 entries in one step, if its last place is still `seen`. */
  readonly number: (partnerId: string, seen: number, rows: readonly string[]) => TaskEither<Unavailable, boolean>;
  /** Records the place of the log up to which every event is numbered, if the recorded one is still `seen`. */
  readonly moveOn: (seen: number, next: number) => TaskEither<Unavailable, boolean>;
};
