import { setTimeout as wait } from 'node:timers/promises';
import {
  type Clock,
  type DeviceInspector,
  E,
  type Either,
  type NotFound,
  notFound,
  TE,
  type Unavailable,
  unavailable,
} from '@portcullis/domain';
import type { DeviceFacts } from '@portcullis/domain/evidence';
import { decode } from '@portcullis/domain/kernel';
import type { OngoingCall } from '@portcullis/vendor-client';
import type { FingerprintAccount } from './account.ts';
import { factsOf } from './device-facts.ts';
import { failureOf, isEventMissing } from './errors.ts';
import { DeviceEvent } from './event-codec.ts';
import { type EventResponse, getEvent } from './get-event.ts';

export type FingerprintOptions = FingerprintAccount & {
  /** Addresses of the pages that may create events. Only the scheme, host and port of each are compared. */
  readonly origins: readonly string[];
  readonly clock: Clock;
  /** Waits for a number of milliseconds, or until the signal aborts the call. */
  readonly delay?: (milliseconds: number, signal: AbortSignal) => Promise<unknown>;
};

/** The form of an event's id: it has no character with a meaning in a URL, and it does not consist of dots alone. */
const eventIdForm = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;

/**
 * An event becomes available a moment after its page has it. These are the milliseconds between one request and the
 * next.
 */
const retryDelaysMs = [250, 450];
const recentMs = 60_000;

/** Whether an event was created only just now, by the time at the beginning of its id. */
const isRecent = (eventId: string, now: number): boolean => {
  const madeAt = /^(\d{13})\./.exec(eventId)?.[1];
  return madeAt !== undefined && Math.abs(now - Number(madeAt)) < recentMs;
};

const readResponse = (
  response: EventResponse,
  eventId: string,
  origins: ReadonlySet<string>,
): Either<NotFound | Unavailable, DeviceFacts> => {
  if (response.status !== 200) return E.left(failureOf(response, eventId));
  const event = decode(DeviceEvent, response.body);
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
  const { clock, vendorClient, delay = (milliseconds, signal) => wait(milliseconds, undefined, { signal }) } = options;
  const origins: ReadonlySet<string> = new Set(options.origins.map((page) => new URL(page).origin));

  const getWithRetries = async (eventId: string, call: OngoingCall): Promise<EventResponse> => {
    const delays = isRecent(eventId, clock.now()) ? retryDelaysMs : [];
    let response = await getEvent(options, eventId, call);
    for (const milliseconds of delays) {
      if (!isEventMissing(response)) break;
      await delay(milliseconds, call.signal);
      response = await getEvent(options, eventId, call);
    }
    return response;
  };

  return {
    inspect: ({ call: vendorCall, eventId }) => {
      if (!eventIdForm.test(eventId)) return TE.left(notFound);
      return vendorClient.call(
        { service: 'device', operation: 'events.get', call: vendorCall },
        (call) => async () => readResponse(await getWithRetries(eventId, call), eventId, origins),
      );
    },
  };
};
