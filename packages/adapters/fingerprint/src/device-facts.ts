import type { DeviceFacts } from '@portcullis/domain';
import type { DeviceEvent } from './event-codec.ts';

type Flag = boolean | null | undefined;

/** True when one is, false when one says so and none is true, `null` when nothing is said. */
const any = (...flags: readonly Flag[]): boolean | null =>
  flags.includes(true) ? true : flags.includes(false) ? false : null;

/** The signs of the device and its network, and those of nothing else. */
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
    tampered: any(
      event.tampering,
      event.frida,
      event.mitm_attack,
      event.cloned_app,
      event.tampering_details?.anti_detect_browser,
    ),
    emulated: any(event.emulator, event.simulator, event.virtual_machine),
    rooted: any(event.root_apps, event.jailbroken),
    incognito: event.incognito ?? null,
    vpn: event.vpn ?? null,
    proxy: event.proxy ?? null,
    tor: event.ip_blocklist?.tor_node ?? null,
    ipBlocklisted: event.ip_blocklist?.attack_source ?? null,
    // The busiest devices have no count of the day; that of the hour is a lower bound of it.
    linkedIds24h: linkedIds?.['24_hours'] ?? linkedIds?.['1_hour'] ?? null,
  };
};

/** A page whose address cannot be read is not one of ours. An event of a native app has none. */
const originAllowed = (url: string | null | undefined, origins: ReadonlySet<string>): boolean | null => {
  if (url === undefined || url === null || url === '') return null;
  return URL.canParse(url) && origins.has(new URL(url).origin);
};

/**
 * The facts of an event. Of one that was left half done, which is easily done on purpose, no signal is believed: what is
 * false in it was never looked at.
 */
export const factsOf = (event: DeviceEvent, origins: ReadonlySet<string>): DeviceFacts => ({
  visitorId: event.identification?.visitor_id ?? null,
  occurredAt: new Date(event.timestamp).toISOString(),
  linkedId: event.linked_id ?? null,
  originAllowed: originAllowed(event.url, origins),
  ...(event.incremental_identification_status === 'partially_completed' ? noSignals : signalsOf(event)),
});
