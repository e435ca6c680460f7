import type { FeedEvent } from '../api/feed.ts';
import type { Output } from '../command/output.ts';
import { eventLine } from '../feed/event-line.ts';
import type { Pause } from '../feed/follow-feed.ts';
import { postEvent, type Receiver } from './post-event.ts';

const firstPauseMs = 1000;
const longestPauseMs = 30_000;

type Deps = {
  readonly receiver: Receiver;
  /** Whether an event is repeated until it is accepted. */
  readonly retries: boolean;
  readonly pause: Pause;
  readonly stop: AbortSignal;
  readonly print: Output['print'];
};

/** Posts an event, and prints a line for each try. `stopped` before it was accepted: it counts as not delivered. */
export type Deliver = (event: FeedEvent) => Promise<'accepted' | 'refused' | 'stopped'>;

export const createDeliver =
  ({ pause, print, receiver, retries, stop }: Deps): Deliver =>
  async (event) => {
    for (let failures = 0; !stop.aborted; failures += 1) {
      const { isAccepted, outcome } = await postEvent(receiver, event, stop);
      if (stop.aborted && !isAccepted) break;
      print(`${eventLine(event)}  ${outcome}`, { event, outcome });
      if (isAccepted) return 'accepted';
      if (!retries) return 'refused';
      await pause(Math.min(longestPauseMs, firstPauseMs * 2 ** failures), stop);
    }
    return 'stopped';
  };
