import { setTimeout as wait } from 'node:timers/promises';
import {
  type Clock,
  type DeviceFacts,
  type DeviceInspector,
  decode,
  E,
  type Either,
  type NotFound,
  notFound,
  TE,
  type Unavailable,
  unavailable,
} from '@portcullis/domain';
import type { FingerprintAccount } from './account.ts';
import { askEvent, type EventAnswer } from './ask-event.ts';
import { factsOf } from './device-facts.ts';
import { DeviceEvent } from './event-codec.ts';
import { isMissing, refusalOf } from './refusals.ts';

export type FingerprintOptions = FingerprintAccount & {
  /** Addresses of the pages that may create events. Only the scheme, host and port of each are compared. */
  readonly origins: readonly string[];
  readonly clock: Clock;
  /** Waits for a number of milliseconds, or until the signal aborts the call. */
  readonly pause?: (milliseconds: number, signal: AbortSignal) => Promise<unknown>;
};

/** The form of an event's id: it has no character with a meaning in a URL, and it does not consist of dots alone. */
const eventForm = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;

/**
 * An event becomes available a moment after its page has it. These are the milliseconds between one request and the
 * next.
 */
const pauses = [250, 450];
const youngMs = 60_000;

/** Whether an event was created only just now, by the time at the beginning of its id. */
const isYoung = (eventId: string, now: number): boolean => {
  const madeAt = /^(\d{13})\./.exec(eventId)?.[1];
  return madeAt !== undefined && Math.abs(now - Number(madeAt)) < youngMs;
};

const read = (
  answer: EventAnswer,
  eventId: string,
  origins: ReadonlySet<string>,
): Either<NotFound | Unavailable, DeviceFacts> => {
  if (answer.status !== 200) return E.left(refusalOf(answer, eventId));
  const event = decode(DeviceEvent, answer.body);
  if (E.isLeft(event)) return E.left(unavailable('device', event.left, 'invalid_response'));
  if (event.right.event_id !== eventId) {
    return E.left(unavailable('device', 'Fingerprint answered another event', 'invalid_response'));
  }
  return E.right(factsOf(event.right, origins));
};

/**
 * Inspects events at Fingerprint (Server API v4) with one request. An event that was created only just now and is not
 * available yet is requested twice more, within the deadline of the one call.
 */
export const fingerprintDevices = (options: FingerprintOptions): DeviceInspector => {
  const { clock, way, pause = (milliseconds, signal) => wait(milliseconds, undefined, { signal }) } = options;
  const origins: ReadonlySet<string> = new Set(options.origins.map((page) => new URL(page).origin));

  const lookUp = async (eventId: string, signal: AbortSignal): Promise<EventAnswer> => {
    const patience = isYoung(eventId, clock.now()) ? pauses : [];
    let answer = await askEvent(options, eventId, signal);
    for (const milliseconds of patience) {
      if (!isMissing(answer)) break;
      await pause(milliseconds, signal);
      answer = await askEvent(options, eventId, signal);
    }
    return answer;
  };

  return {
    inspect: ({ eventId }) => {
      if (!eventForm.test(eventId)) return TE.left(notFound);
      return way.call(
        { service: 'device', operation: 'events.get' },
        (signal) => async () => read(await lookUp(eventId, signal), eventId, origins),
      );
    },
  };
};
