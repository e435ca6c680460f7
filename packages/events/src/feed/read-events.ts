import {
  E,
  type Either,
  type EventsGone,
  eventsGone,
  type Invalid,
  isVisibleTo,
  type MachinePrincipal,
  pipe,
  type TaskEither,
  TE,
  type Unavailable,
} from '@portcullis/domain/kernel';
import type { Clock } from '@portcullis/domain/ports';
import { useCase } from '../input/use-case.ts';
import type { EventType } from '../ledger/partner-event.ts';
import type { EventFeed, FeedEvent, FeedHead, FeedPage } from '../ports/event-feed.ts';
import { encodeFeedCursor } from './event-codec.ts';

const dayMs = 86_400_000;

/** How long events are kept. */
export const eventsKeptMs = 30 * dayMs;

/** Before this time (ISO 8601) no event is kept. */
const eventsKeptFrom = (clock: Clock): string => new Date(clock.now() - eventsKeptMs).toISOString();

/** How many rows are read at a time, and how many in all for one answer, whether a filter keeps them or not. */
const rowsPerRead = 200;
const rowsPerAnswer = 1000;

/** The events that are asked for: those behind a place of the feed, or all that are kept (`null`). */
export type EventQuery = {
  readonly caller: MachinePrincipal;
  readonly after: number | null;
  /** `null`: of every type. */
  readonly types: readonly EventType[] | null;
  /** 1 to 100. */
  readonly limit: number;
};

/**
 * A page of the feed. `next` is the place behind which the next page begins, on every page; without `hasMore` nothing
 * followed it.
 */
export type EventPage = {
  readonly events: readonly FeedEvent[];
  readonly next: number;
  readonly hasMore: boolean;
  readonly damaged: number;
};

export type EventReadFailure = EventsGone | Unavailable;

/**
 * Reads the feed of the caller's partner, in the order of the feed. A caller with a team gets the events of its team.
 * At most a thousand events are looked at, so that a page may have fewer than there are, or none.
 */
export type ReadEvents = (query: EventQuery) => TaskEither<Invalid | EventReadFailure, EventPage>;

type Deps = { readonly eventFeed: Pick<EventFeed, 'heads' | 'page'>; readonly clock: Clock };

const headOf = ({ eventFeed }: Deps, partnerId: string): TaskEither<Unavailable, FeedHead> =>
  pipe(
    eventFeed.heads([partnerId]),
    TE.map(([head]) => head ?? { partnerId, place: 0, first: 1 }),
  );

/**
 * Whether a page says by itself that nothing between its cursor and its first event was removed: it goes on where the
 * cursor ends, and its first event is kept.
 */
const goesOn = ({ clock }: Deps, after: number, { events, first }: FeedPage): boolean =>
  first === after + 1 && (events[0]?.event.at ?? '') >= eventsKeptFrom(clock);

/** Why a feed cannot be read on behind a place: it begins later by now, or it does not reach so far any more. */
const gone = ({ first, partnerId, place }: FeedHead, after: number): EventsGone | null =>
  after + 1 < first || after > place ? eventsGone(encodeFeedCursor(partnerId, first - 1)) : null;

type Found = { readonly events: FeedEvent[]; next: number; rows: number; damaged: number; hasMore: boolean };

/** Adds what a page shows of the feed; answers whether nothing more is read. */
const addPage = ({ caller, limit, types }: EventQuery, page: FeedPage, asked: number, found: Found): boolean => {
  if (page.first !== null && page.first > found.next + 1) found.damaged += page.first - found.next - 1;
  found.damaged += page.damaged;
  found.rows += page.rows;
  for (const one of page.events) {
    const isMeant = isVisibleTo(caller.tenant, one.tenant) && (types === null || types.includes(one.event.type));
    if (isMeant) found.events.push(one);
    if (found.events.length < limit) continue;
    found.next = one.place;
    found.hasMore = one.place !== page.last || page.rows === asked;
    return true;
  }
  found.next = page.last ?? found.next;
  found.hasMore = page.rows === asked;
  return !found.hasMore || found.rows >= rowsPerAnswer;
};

/** Reads a feed behind a place, and compares it with its head where a page does not say enough by itself. */
const checkedPage = async (
  deps: Deps,
  { caller, after }: EventQuery,
  asked: number,
  found: Found,
): Promise<Either<EventReadFailure, FeedPage>> => {
  const { partnerId } = caller.tenant;
  const read = deps.eventFeed.page(partnerId, found.next, asked);
  const page = await read();
  if (E.isLeft(page)) return page;
  const isFirst = after !== null && found.rows === 0;
  if (page.right.rows > 0 && (!isFirst || goesOn(deps, found.next, page.right))) return page;
  const head = await headOf(deps, partnerId)();
  if (E.isLeft(head)) return head;
  const fault = isFirst ? gone(head.right, found.next) : null;
  if (fault) return E.left(fault);
  if (page.right.rows > 0 || head.right.place <= found.next) return page;
  // An event came after the page was read, or somebody has removed those at the end.
  const again = await read();
  if (E.isLeft(again) || again.right.rows > 0) return again;
  found.damaged += head.right.place - found.next;
  found.next = head.right.place;
  return again;
};

const readFrom = async (deps: Deps, query: EventQuery, from: number): Promise<Either<EventReadFailure, EventPage>> => {
  const { caller, limit, types } = query;
  const isWhole = types === null && caller.tenant.teamId === null;
  const found: Found = { events: [], next: from, rows: 0, damaged: 0, hasMore: false };
  for (;;) {
    const asked = isWhole ? Math.min(rowsPerRead, limit - found.events.length) : rowsPerRead;
    const page = await checkedPage(deps, query, asked, found);
    if (E.isLeft(page)) return page;
    if (!addPage(query, page.right, asked, found)) continue;
    const { damaged, events, hasMore, next } = found;
    return E.right({ events, next, hasMore, damaged });
  }
};

export const readEvents = useCase(
  'readEvents',
  ['eventFeed', 'clock'],
  (deps: Deps): ReadEvents =>
    (query) =>
    async () => {
      if (query.after !== null) return readFrom(deps, query, query.after);
      const head = await headOf(deps, query.caller.tenant.partnerId)();
      return E.isLeft(head) ? head : readFrom(deps, query, head.right.first - 1);
    },
);
