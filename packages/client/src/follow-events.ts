import type { Event, EventType } from './api/openapi.ts';
import type { PartnerMethod } from './api/operation.ts';
import { type Problem, problemError } from './api/result.ts';
import { pause, pauseMs } from './calls/send.ts';

/** A page of the feed. Do what has to be done for the events, then store `cursor` together with it. */
export type EventPage = {
  /** In the order of the feed. Empty where `types` leaves out all events up to the cursor. */
  readonly events: readonly Event[];
  /** Where to go on: `after` of the next time. */
  readonly cursor: string;
  /** How many events of this page were changed or removed in the database and cannot be shown; 0 as a rule. */
  readonly damaged: number;
};

export type FollowOptions = {
  /** The cursor of the last page that was dealt with; without it, the oldest event that is kept. */
  readonly after?: string | undefined;
  /** Only events of these types. */
  readonly types?: readonly EventType[] | undefined;
  /** The most events of a page, 1 to 100. */
  readonly limit?: number | undefined;
  /** Ends the loop. */
  readonly signal?: AbortSignal | undefined;
  /** Called with each outage that the loop outlasts. */
  readonly onOutage?: ((problem: Problem) => void) | undefined;
};

const waitSeconds = 25;
/** The time of an answer beyond the time that the service holds a request. */
const answerSeconds = 20;

const isOver = (signal: AbortSignal | undefined): boolean => signal?.aborted === true;

async function* pagesOf(
  read: PartnerMethod<'readEvents'>,
  { after, types, limit, signal, onOutage }: FollowOptions,
): AsyncGenerator<EventPage, void, undefined> {
  const selected = { ...(types !== undefined && { types }), ...(limit !== undefined && { limit }) };
  let cursor = after;
  let wait = 0;
  for (let failures = 0; !isOver(signal); ) {
    const options = { signal, timeoutSeconds: wait + answerSeconds };
    const result = await read({ ...selected, ...(cursor !== undefined && { after: cursor }), wait }, options);
    if (result.ok) {
      const { damaged, data: events, has_more: hasMore, next_after: next } = result.value;
      if (next !== cursor || events.length > 0) yield { events, cursor: next, damaged };
      cursor = next;
      wait = hasMore ? 0 : waitSeconds;
      failures = 0;
    } else {
      if (!result.problem.retryable) throw problemError(result.problem);
      failures += 1;
      onOutage?.(result.problem);
      await pause(pauseMs(result.problem, failures), signal);
    }
  }
}

/**
 * Follows the feed until the signal ends it. An outage, however long, is waited for, and the feed is read on where it
 * was. Anything else is thrown as a `ProblemError`: `events_gone` (410) says that events after the cursor are no longer
 * kept, with `first_cursor` for those that are left.
 */
export async function* followEvents(
  read: PartnerMethod<'readEvents'>,
  options: FollowOptions,
): AsyncGenerator<EventPage, void, undefined> {
  try {
    yield* pagesOf(read, options);
  } catch (cause) {
    if (!isOver(options.signal)) throw cause;
  }
}
