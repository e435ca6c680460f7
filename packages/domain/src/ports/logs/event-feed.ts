import type { Unavailable } from '../../kernel/errors.ts';
import type { TaskEither } from '../../kernel/fp.ts';
import type { Tenant } from '../../kernel/principal.ts';
import type { PartnerEvent } from '../../ledger/partner-event.ts';

/** An event at its place in the feed of its partner. `row` is the id under which its entry is stored. */
export type FeedEvent = {
  readonly place: number;
  readonly row: string;
  readonly tenant: Tenant;
  readonly event: PartnerEvent;
};

/**
 * Events that follow each other. `first` and `last` are the places of the first and the last row that was read, `null`
 * where there was none, and `rows` is how many were read. `damaged` counts what somebody has changed or removed: places
 * between them that hold nothing, events that cannot be read, and those that stand in another order than in the log.
 */
export type FeedPage = {
  readonly events: readonly FeedEvent[];
  readonly first: number | null;
  readonly last: number | null;
  readonly rows: number;
  readonly damaged: number;
};

/** How far the feed of a partner has come. */
export type FeedPosition = { readonly partnerId: string; readonly place: number };

/** The same, and the place of the first event that is kept. */
export type FeedHead = FeedPosition & { readonly first: number };

/** How many events the feeds have lost, and where to go on; `null` where every feed was looked at. */
export type PrunedFeeds = { readonly pruned: number; readonly next: string | null };

/** At most so many heads are asked for at once. */
export const maxFeedHeads = 100;

/**
 * The feeds of the partners: the events of their profiles, from place 1 without a gap, in the order in which the log of
 * all entries has them. An event is there once its entry has a place in the log, and never before its commit.
 */
export type EventFeed = {
  /** The heads of these partners, at most 100, in their order. A partner without events is at place 0. */
  readonly heads: (partnerIds: readonly string[]) => TaskEither<Unavailable, readonly FeedHead[]>;
  /** At most `limit` (1 to 200) events of a partner behind a place. */
  readonly page: (partnerId: string, afterPlace: number, limit: number) => TaskEither<Unavailable, FeedPage>;
  /** The event of a row that is in the feed of a partner; `null` where there is none. */
  readonly find: (partnerId: string, row: string) => TaskEither<Unavailable, FeedEvent | null>;
  /**
   * Lets the feeds begin with their first event that is no older than `before` (ISO 8601). The entries stay in the
   * ledger. At most `pages` pages of events are read, of which each feed that has any needs one; `from` is where the
   * last call has stopped, and `''` begins anew.
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
 * What numbers the events. Every write names what it has seen, and is made only if that still holds, so that of several
 * relays one succeeds, whatever they believe about their lease.
 */
export type FeedNumbers = {
  /** Up to which place of the log every event was numbered. */
  readonly followed: () => TaskEither<Unavailable, number>;
  /** At most `limit` (1 to 150) events of the log behind a place and up to another one (included), in their order. */
  readonly behind: (place: number, last: number, limit: number) => TaskEither<Unavailable, readonly FollowedEntry[]>;
  /** How far the feed of a partner has come. A feed that is new begins. */
  readonly open: (partnerId: string) => TaskEither<Unavailable, number>;
  /** Gives the next places of a feed to entries, at most 150, in one step, if it is still where it was seen. */
  readonly number: (partnerId: string, seen: number, rows: readonly string[]) => TaskEither<Unavailable, boolean>;
  /** Records up to which place of the log every event was numbered, if that is still what was seen. */
  readonly moveOn: (seen: number, next: number) => TaskEither<Unavailable, boolean>;
};
