import type { DeviceFacts } from '../evidence/evidence.ts';
import type { Sight } from './checks.ts';
import type { Policy } from './policy.ts';

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

type Event = { readonly facts: DeviceFacts; readonly sentAt: string; readonly usedBefore: boolean };

const sight = (name: string, value: string | number | boolean | null, limit?: number): Sight => ({
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
export const deviceSights = (
  { facts, sentAt, usedBefore }: Event,
  profileId: string,
  policy: Policy,
): readonly Sight[] => {
  const apart = Math.round(Math.abs(Date.parse(sentAt) - Date.parse(facts.occurredAt)) / 1000);
  const { maxAgeSeconds, maxLinkedIds, minConfidence } = policy.device;
  return [
    sight('age_seconds', Number.isNaN(apart) ? null : apart, maxAgeSeconds),
    sight('made_for_this_profile', facts.linkedId === profileId),
    sight('used_before', usedBefore),
    sight('on_our_page', facts.originAllowed ?? null),
    sight('confidence', facts.confidence, minConfidence),
    sight('linked_ids_24h', facts.linkedIds24h, maxLinkedIds),
    ...signals.map(([name, field]) => sight(name, facts[field])),
  ];
};
