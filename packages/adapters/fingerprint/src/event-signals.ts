import type { DeviceSignals } from '@portcullis/domain/evidence';
import { integer, oneOf, schemaCodec, t } from '@portcullis/domain/kernel';

/** A field that may be missing. `null` counts as missing: in both cases there is no signal. */
export const optional = <C extends t.Mixed>(codec: C) => t.union([codec, t.null, t.undefined]);

const flag = optional(t.boolean);
const count = optional(integer(0, Number.MAX_SAFE_INTEGER));
const score = schemaCodec('a number from 0 to 1', (u): u is number => typeof u === 'number' && u >= 0 && u <= 1, {});

/** The fields of an event that the signals are made from, beside the identification. */
export const signalFields = {
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
  velocity: optional(t.partial({ distinct_linked_id: optional(t.partial({ '1_hour': count, '24_hours': count })) })),
};
const signalFieldsCodec = t.partial(signalFields);

type Flag = boolean | null | undefined;

/** `true` when a flag is true, `false` when none is true and one is false, `null` when no flag is given. */
const anyTrue = (...flags: readonly Flag[]): boolean | null =>
  flags.includes(true) ? true : flags.includes(false) ? false : null;

/** Converts the signals of an event. One that the plan of the workspace does not include is absent. */
export const signalsOf = (event: t.TypeOf<typeof signalFieldsCodec>): Required<DeviceSignals> => {
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
