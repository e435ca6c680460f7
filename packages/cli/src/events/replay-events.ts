import type { EventType } from '@portcullis/client';
import { E, type Either } from '@portcullis/domain';
import type { FeedEvent } from '../api/feed.ts';
import type { CommandResult } from '../command/command-result.ts';
import type { ReadNext } from '../feed/follow-feed.ts';

/** A place in what was read of the feed: an event, or a time in milliseconds since 1970. */
export type EventPlace = { readonly id: string } | { readonly time: number };

/** The part of the feed that is posted. */
export type Range = {
  /** The cursor behind which reading begins; `null` is the oldest event. */
  readonly after: string | null;
  /** The first and the last event that are posted; `null` is that of what is read. */
  readonly from: EventPlace | null;
  readonly to: EventPlace | null;
  readonly types: readonly EventType[] | null;
};

const stopped: CommandResult = { code: 2, lines: ['It was stopped by a signal.'] };

/** Reads all events behind a cursor. */
const readAll = async (
  readNext: ReadNext,
  from: string | null,
): Promise<Either<CommandResult, readonly FeedEvent[]>> => {
  const events: FeedEvent[] = [];
  for (let after = from; ; ) {
    const page: Awaited<ReturnType<ReadNext>> = await readNext({ after, types: null, waitSeconds: 0 });
    if (E.isLeft(page)) return page;
    if (page.right === null) return E.left(stopped);
    events.push(...page.right.events);
    after = page.right.after;
    if (!page.right.hasMore) return E.right(events);
  }
};

const isNamed = (place: EventPlace | null, events: readonly FeedEvent[]): boolean =>
  place === null || 'time' in place || events.some(({ id }) => id === place.id);

/** The events from one place to another, both included. Times need not grow along the feed, so each is compared. */
const between = (events: readonly FeedEvent[], { from, to }: Range): readonly FeedEvent[] => {
  const first = from !== null && 'id' in from ? events.findIndex(({ id }) => id === from.id) : 0;
  const last = to !== null && 'id' in to ? events.findIndex(({ id }) => id === to.id) : events.length - 1;
  const earliest = from !== null && 'time' in from ? from.time : Number.NEGATIVE_INFINITY;
  const latest = to !== null && 'time' in to ? to.time : Number.POSITIVE_INFINITY;
  return events.slice(first, last + 1).filter(({ timestamp }) => {
    const time = Date.parse(timestamp);
    return time >= earliest && time <= latest;
  });
};

/** Posts events again; nothing is posted where a place is not found. */
export const replayEvents = async (
  readNext: ReadNext,
  args: Range,
  deliver: (event: FeedEvent) => Promise<'accepted' | 'refused' | 'stopped'>,
): Promise<CommandResult> => {
  const read = await readAll(readNext, args.after);
  if (E.isLeft(read)) return read.left;
  for (const name of ['from', 'to'] as const)
    if (!isNamed(args[name], read.right))
      return { code: 1, lines: [`No event with the id of --${name} is kept. Nothing was posted.`] };
  const chosen = between(read.right, args).filter(
    ({ type }) => args.types === null || args.types.some((one) => one === type),
  );
  let refused = 0;
  for (const event of chosen) {
    const outcome = await deliver(event);
    if (outcome === 'stopped') return stopped;
    if (outcome === 'refused') refused += 1;
  }
  const summary = `${chosen.length} ${chosen.length === 1 ? 'event was' : 'events were'} posted, ${refused} not accepted.`;
  return { code: refused === 0 ? 0 : 1, lines: [summary] };
};
