import type { DeviceFacts } from '../evidence/evidence.ts';
import type { Policy } from '../policy/policy.ts';
import type { CheckDetail } from './check.ts';

/** The signals of an event (name of the detail, name of the fact), in the order in which they are judged. */
const signals = [
  ['bot', 'bot'],
  ['tampered', 'tampered'],
  ['emulated', 'emulated'],
  ['replayed', 'replayed'],
  ['tor', 'tor'],
  ['ip_blocklisted', 'ipBlocklisted'],
  ['rooted', 'rooted'],
  ['incognito', 'incognito'],
  ['vpn', 'vpn'],
  ['proxy', 'proxy'],
] as const;

type DeviceEvent = { readonly facts: DeviceFacts; readonly sentAt: string; readonly usedBefore: boolean };

const deviceDetail = (name: string, value: string | number | boolean | null, limit?: number): CheckDetail => ({
  kind: 'value',
  name,
  value,
  ...(limit !== undefined && { limit }),
  source: 'provider',
});

/**
 * The details of the device check: the origin of the event, its age and its signals. `null` means that a signal is
 * absent.
 */
export const deviceDetails = (
  { facts, sentAt, usedBefore }: DeviceEvent,
  profileId: string,
  policy: Policy,
): readonly CheckDetail[] => {
  const ageSeconds = Math.round(Math.abs(Date.parse(sentAt) - Date.parse(facts.occurredAt)) / 1000);
  const { maxAgeSeconds, maxLinkedIds, minConfidence } = policy.device;
  return [
    deviceDetail('age_seconds', Number.isNaN(ageSeconds) ? null : ageSeconds, maxAgeSeconds),
    deviceDetail('made_for_this_profile', facts.linkedId === profileId),
    deviceDetail('used_before', usedBefore),
    deviceDetail('on_our_page', facts.originAllowed ?? null),
    deviceDetail('confidence', facts.confidence, minConfidence),
    deviceDetail('linked_ids_24h', facts.linkedIds24h, maxLinkedIds),
    ...signals.map(([name, field]) => deviceDetail(name, facts[field])),
  ];
};
