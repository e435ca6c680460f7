import { absentDeviceSignals, type DeviceFacts } from '@portcullis/domain/evidence';
import { parseUrl } from '@portcullis/vendor-client/transport';
import type { DeviceEvent } from './event-codec.ts';
import { signalsOf } from './event-signals.ts';

/** A page whose address cannot be parsed is none of the configured ones. An event of a native app has no address. */
const originAllowed = (url: string | null | undefined, origins: ReadonlySet<string>): boolean | null => {
  if (url === undefined || url === null || url === '') return null;
  const parsed = parseUrl(url);
  return parsed !== null && origins.has(parsed.origin);
};

/**
 * Converts an event into device facts. In an event that was left incomplete, which is easily done on purpose, no signal
 * is trusted: its `false` values were never determined.
 */
export const factsOf = (event: DeviceEvent, origins: ReadonlySet<string>): DeviceFacts => ({
  visitorId: event.identification?.visitor_id ?? null,
  occurredAt: new Date(event.timestamp).toISOString(),
  linkedId: event.linked_id ?? null,
  originAllowed: originAllowed(event.url, origins),
  ...(event.incremental_identification_status === 'partially_completed' ? absentDeviceSignals : signalsOf(event)),
});
