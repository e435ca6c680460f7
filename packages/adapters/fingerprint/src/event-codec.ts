import { integer, t } from '@portcullis/domain/kernel';
import { optional, signalFields } from './event-signals.ts';

/** The latest moment that a date can represent (ECMA-262, time values). */
const maxTime = 8.64e15;

/**
 * The part of an event of the Server API v4 that is used
 * (https://docs.fingerprint.com/reference/server-api-v4-get-event). Fields that are not named here, such as addresses,
 * locations and details of the browser, are neither read nor stored.
 */
export const DeviceEvent = t.intersection([
  t.type({ event_id: t.string, timestamp: integer(0, maxTime) }),
  t.partial({
    linked_id: optional(t.string),
    url: optional(t.string),
    incremental_identification_status: optional(t.string),
    ...signalFields,
  }),
]);
export type DeviceEvent = t.TypeOf<typeof DeviceEvent>;
