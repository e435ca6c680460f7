import type { DeviceFacts } from '@portcullis/domain';
import type { DeviceEvent } from './event-codec.ts';

type Flag = boolean | null | undefined;

/** `true` when a flag is true, `false` when none is true and one is false, `null` when no flag is given. */
const anyTrue = (...flags: readonly Flag[]): boolean | null =>
  flags.includes(true) ? true : flags.includes(false) ? false : null;

/** The signals about the device and its network. */
type Signals = Omit<DeviceFacts, 'visitorId' | 'occurredAt' | 'linkedId' | 'originAllowed'>;

const noSignals: Signals = {
  confidence: null,
  replayed: null,
  bot: null,
  tampered: null,
  emulated: null,
  rooted: null,
  incognito: null,
  vpn: null,
  proxy: null,
  tor: null,
  ipBlocklisted: null,
  linkedIds24h: null,
};

const signalsOf = (event: DeviceEvent): Signals => {
  const linkedIds = event.velocity?.distinct_linked_id;
  return {
    confidence: event.identification?.confidence?.score ?? null,
    replayed: event.replayed ?? null,
    bot: event.bot ?? null,
    tampered: anyTrue(
      event.tampering,
      event.frida,
      event.mitm_attack,
      event.cloned_app,
      event.tampering_details?.anti_detect_browser,
    ),
    emulated: anyTrue(event.emulator, event.simulator, event.virtual_machine),
    rooted: anyTrue(event.root_apps, event.jailbroken),
    incognito: event.incognito ?? null,
    vpn: event.vpn ?? null,
    proxy: event.proxy ?? null,
    tor: event.ip_blocklist?.tor_node ?? null,
    ipBlocklisted: event.ip_blocklist?.attack_source ?? null,
    // The busiest devices have no count of the day. The count of the hour is a lower bound of it.
    linkedIds24h: linkedIds?.['24_hours'] ?? linkedIds?.['1_hour'] ?? null,
  };
};

/** A page whose address cannot be parsed does not count as one of ours. An event of a native app has no address. */
const originAllowed = (url: string | null | undefined, origins: ReadonlySet<string>): boolean | null => {
  if (url === undefined || url === null || url === '') return null;
  return URL.canParse(url) && origins.has(new URL(url).origin);
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
  ...(event.incremental_identification_status === 'partially_completed' ? noSignals : signalsOf(event)),
});
