import type { EventType } from '@portcullis/client';
import { E, type Either } from '@portcullis/domain';
import type { FeedEvent, FeedPage } from '../api/feed.ts';
import type { CommandResult } from '../command/command-result.ts';
import type { Deliver } from '../delivery/deliver.ts';
import { longestWaitSeconds, type ReadNext } from '../feed/follow-feed.ts';
import type { DeliveryPosition, PositionFile } from './position-file.ts';

/** The events of a page that were not delivered before. */
const undelivered = ({ events }: FeedPage, { delivered }: DeliveryPosition): readonly FeedEvent[] =>
  events.slice(events.findIndex(({ id }) => id === delivered) + 1);

type ListenDeps = {
  readonly readNext: ReadNext;
  readonly deliver: Deliver;
  readonly positions: Pick<PositionFile, 'write'>;
  /** Called once, when the feed has answered for the position where it begins. */
  readonly onBegun: () => void;
};

/**
 * Delivers all events behind a position, in their order, until it has to stop. The first answer waits for no event,
 * and the position is kept only then: it may be one that the feed refuses.
 */
export const listenFrom = async (
  { deliver, onBegun, positions, readNext }: ListenDeps,
  from: DeliveryPosition,
  types: readonly EventType[] | null,
): Promise<Either<CommandResult, null>> => {
  let position = from;
  const moveTo = (next: DeliveryPosition): Either<CommandResult, null> => {
    position = next;
    return positions.write(next);
  };
  for (let hasBegun = false; ; hasBegun = true) {
    const page = await readNext({ after: position.after, types, waitSeconds: hasBegun ? longestWaitSeconds : 0 });
    if (E.isLeft(page)) return page;
    if (page.right === null) return E.right(null);
    if (!hasBegun) {
      const kept = moveTo(position);
      if (E.isLeft(kept)) return kept;
      onBegun();
    }
    const events = undelivered(page.right, position);
    for (const event of events) {
      if ((await deliver(event)) === 'stopped') return E.right(null);
      const moved = event === events.at(-1) ? E.right(null) : moveTo({ ...position, delivered: event.id });
      if (E.isLeft(moved)) return moved;
    }
    if (page.right.after === position.after) continue;
    const moved = moveTo({ after: page.right.after, delivered: null });
    if (E.isLeft(moved)) return moved;
  }
};
