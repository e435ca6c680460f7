import { createHash } from 'node:crypto';
import type { SimulatedDeviceSignals } from '@portcullis/adapter-memory';
import { deepMerge, isObject, type JsonObject, omitPath } from './core/json.ts';

const profileIdPattern = /^[a-z0-9]{15}$/;

/** Makes an id of 20 letters and digits that is the same for the same person. */
const visitorIdOf = (linkedId: string | undefined, eventId: string): string => {
  const own = linkedId !== undefined && profileIdPattern.test(linkedId) ? linkedId : undefined;
  return `simvi${own ?? createHash('sha256').update(eventId).digest('hex').slice(0, 15)}`;
};

const countOf = (daily: number): JsonObject => ({ '5_minutes': 1, '1_hour': daily, '24_hours': daily });

/** The input of an event, in addition to the script. */
export type EventInput = {
  readonly eventId: string;
  readonly signs: SimulatedDeviceSignals;
  /** When the event happened, in milliseconds. */
  readonly at: number;
  /** The page on which events happen. */
  readonly page: string;
};

const otherPage = 'https://elsewhere.example/verify';

/** The event of a clean browser, with the signals of the scenario. */
const eventOf = ({ eventId, signs, at, page }: EventInput, linkedId: string | undefined): JsonObject => ({
  ...(linkedId !== undefined && { linked_id: linkedId }),
  tags: {},
  timestamp: at,
  event_id: eventId,
  source: 'device',
  incremental_identification_status: 'completed',
  url: signs.originAllowed === false ? otherPage : page,
  ip_address: '127.0.0.1',
  user_agent: 'Mozilla/5.0 (X11; Linux x86_64) Simulated/1.0',
  browser_details: { browser_name: 'Chrome', browser_major_version: '140', os: 'Linux', device: 'Other' },
  identification: {
    visitor_id: visitorIdOf(linkedId, eventId),
    confidence: { score: signs.confidence ?? 0.98, version: '1.1' },
    visitor_found: true,
    first_seen_at: at,
    last_seen_at: at,
  },
  bot: signs.bot ?? 'not_detected',
  root_apps: signs.rooted ?? false,
  jailbroken: false,
  emulator: signs.emulated ?? false,
  simulator: false,
  virtual_machine: false,
  frida: false,
  cloned_app: false,
  mitm_attack: false,
  location_spoofing: false,
  ip_blocklist: { email_spam: false, attack_source: signs.ipBlocklisted ?? false, tor_node: signs.tor ?? false },
  proxy: signs.proxy ?? false,
  proxy_confidence: 'high',
  vpn: signs.vpn ?? false,
  vpn_confidence: 'high',
  incognito: signs.incognito ?? false,
  tampering: signs.tampered ?? false,
  tampering_details: { anomaly_score: 0.0196, anti_detect_browser: false },
  developer_tools: false,
  privacy_settings: false,
  high_activity_device: false,
  replayed: signs.replayed ?? false,
  velocity: {
    distinct_ip: countOf(1),
    distinct_linked_id: countOf(signs.linkedIds24h ?? 1),
    distinct_country: countOf(1),
    events: countOf(1),
    ip_events: countOf(1),
    distinct_ip_by_linked_id: countOf(1),
    distinct_visitor_id_by_linked_id: countOf(1),
  },
  suspect_score: 0,
});

/**
 * The person to whom an event is linked: the one that the script names, or the part after `sim-` when that is an id.
 */
export const linkedIdOf = (eventId: string, script: JsonObject): string | undefined => {
  const scripted = script['linked_id'];
  if (typeof scripted === 'string') return scripted;
  return /^sim-([a-z0-9]{15})$/.exec(eventId)?.[1];
};

/** Merges the scripted members into the event, and removes those that the script lists as absent. */
export const scriptedEvent = (making: EventInput, script: JsonObject): JsonObject => {
  const { absent, ...overrides } = script;
  const event = deepMerge(eventOf(making, linkedIdOf(making.eventId, script)), overrides);
  const paths = Array.isArray(absent) ? absent.map(String) : [];
  const left = paths.reduce<unknown>(omitPath, event);
  return isObject(left) ? left : {};
};
