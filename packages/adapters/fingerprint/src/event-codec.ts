import { integer, oneOf, schemaCodec, t } from '@portcullis/domain';

/** A field that may be missing. `null` counts as missing: in both cases there is no signal. */
const optional = <C extends t.Mixed>(codec: C) => t.union([codec, t.null, t.undefined]);

const flag = optional(t.boolean);
const count = optional(integer(0, Number.MAX_SAFE_INTEGER));
const score = schemaCodec('a number from 0 to 1', (u): u is number => typeof u === 'number' && u >= 0 && u <= 1, {});

/** The latest moment that a date can represent (ECMA-262, time values). */
const maxTime = 8.64e15;

/**
 * The part of an event of the Server API v4 that is used
 * (https://docs.fingerprint.com/reference/server-api-v4-get-event). Fields that are not named here, such as addresses,
 * locations and details of the browser, are neither read nor stored.
 */
export const DeviceEvent = t.intersection(
  [
    t.type({ event_id: t.string, timestamp: integer(0, maxTime) }),
    t.partial({
      linked_id: optional(t.string),
      url: optional(t.string),
      incremental_identification_status: optional(t.string),
      identification: optional(t.partial({ visitor_id: optional(t.string), confidence: optional(t.type({ score })) })),
      replayed: flag,
      bot: optional(oneOf(['bad', 'good', 'not_detected'])),
      tampering: flag,
      tampering_details: optional(t.partial({ anti_detect_browser: flag })),
      frida: flag,
      mitm_attack: flag,
      cloned_app: flag,
      emulator: flag,
      simulator: flag,
      virtual_machine: flag,
      root_apps: flag,
      jailbroken: flag,
      incognito: flag,
      vpn: flag,
      proxy: flag,
      ip_blocklist: optional(t.partial({ tor_node: flag, attack_source: flag })),
      velocity: optional(
        t.partial({ distinct_linked_id: optional(t.partial({ '1_hour': count, '24_hours': count })) }),
      ),
    }),
  ],
  'Fingerprint event',
);
export type DeviceEvent = t.TypeOf<typeof DeviceEvent>;
