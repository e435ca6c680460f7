import type { DeviceEvidence, DeviceFacts } from '../evidence/evidence.ts';
import {
  type Answer,
  besides,
  type CheckInput,
  failed,
  failedBy,
  notApplicable,
  passed,
  placesOf,
  type Seen,
  unanswered,
  unavailableFor,
} from './answer.ts';
import { deviceSights } from './device-sights.ts';
import type { Policy } from './policy.ts';
import { defaultAction, type ReasonCode } from './reasons.ts';

type Inspected = { readonly facts: DeviceFacts; readonly sentAt: string; readonly usedBefore: boolean };

/**
 * Parses a timestamp of the provider. One without `Z` or an offset would depend on the local time zone, and counts as
 * invalid.
 */
const instantOf = (text: string): number => (/(?:Z|[+-]\d\d:?\d\d)$/i.test(text) ? Date.parse(text) : Number.NaN);

/**
 * Returns the reasons for which an event is not genuine: it is stale, replayed, used before, or made on a page that is
 * not ours.
 */
const genuine = (
  { facts, sentAt, usedBefore }: Inspected,
  profileId: string,
  policy: Policy,
): readonly ReasonCode[] => {
  const reasons: ReasonCode[] = [];
  const apart = Math.abs(Date.parse(sentAt) - instantOf(facts.occurredAt));
  // The comparison is not `differenceMs > …`, because an invalid timestamp gives NaN and must count as stale.
  if (!(apart <= policy.device.maxAgeSeconds * 1000)) reasons.push('device_event_stale');
  if (facts.linkedId !== profileId || facts.replayed === true || usedBefore) reasons.push('device_event_replayed');
  if (facts.originAllowed === false) reasons.push('device_origin_mismatch');
  return reasons;
};

/**
 * Returns the reasons that the signals of an event give. An absent signal (`null`) is not `false`: it gives no reason
 * either way.
 */
const risks = (facts: DeviceFacts, policy: Policy): readonly ReasonCode[] => {
  const { maxLinkedIds, minConfidence } = policy.device;
  const found: readonly (readonly [boolean, ReasonCode])[] = [
    [facts.bot === 'bad', 'device_bot'],
    [facts.tampered === true, 'device_tampered'],
    [facts.emulated === true, 'device_emulated'],
    [facts.confidence !== null && facts.confidence < minConfidence, 'device_tampered'],
    [facts.linkedIds24h !== null && facts.linkedIds24h > maxLinkedIds, 'device_shared'],
    [facts.tor === true, 'network_tor'],
    [facts.ipBlocklisted === true, 'network_ip_blocklisted'],
    [facts.rooted === true, 'device_rooted'],
    [facts.incognito === true, 'device_incognito'],
    [facts.vpn === true, 'network_vpn'],
    [facts.proxy === true, 'network_proxy'],
  ];
  return [...new Set(found.flatMap(([holds, reason]) => (holds ? [reason] : [])))];
};

/**
 * Whether the provider gives no signal for an event (it is still processing it). The event may be genuine, but is no
 * answer.
 */
const tellsNothing = ({ visitorId: _, occurredAt: __, linkedId: ___, originAllowed: ____, ...signals }: DeviceFacts) =>
  Object.values(signals).every((signal) => signal === null);

const inspectedOf = (evidence: DeviceEvidence, sentAt: string): Inspected | null =>
  evidence.facts && { facts: evidence.facts, sentAt, usedBefore: evidence.usedBefore === true };

const reasonsOf = (event: Inspected, { policy, profileId }: CheckInput): readonly ReasonCode[] => [
  ...genuine(event, profileId, policy),
  ...risks(event.facts, policy),
];

/**
 * Returns `device_changed` if an earlier attempt within the velocity window of the policy used another device. An
 * applicant who is verified again a year later may well have a new device. A policy without the velocity check does not
 * compare devices.
 */
const changed = ({ facts, sentAt }: Inspected, { inForce, policy, profileId }: CheckInput): readonly ReasonCode[] => {
  if (policy.checks.velocity === undefined || facts.visitorId === null) return [];
  const since = Date.parse(sentAt) - policy.velocity.windowSeconds * 1000;
  const isOther = (before: DeviceFacts | null): boolean =>
    before?.linkedId === profileId && before.visitorId !== null && before.visitorId !== facts.visitorId;
  return inForce.earlierDevices.some(({ item }) => Date.parse(item.at) >= since && isOther(item.facts))
    ? ['device_changed']
    : [];
};

const isGrave =
  ({ actions }: Policy) =>
  (reason: ReasonCode): boolean =>
    (actions[reason] ?? defaultAction(reason)) !== 'info';

const newestDevice = (input: CheckInput): Answer => {
  const { inForce, policy } = input;
  const { device: inspected, deviceEvent, failures } = inForce;
  if (!deviceEvent) return policy.checks.device === 'required' ? failed(['device_event_missing'], []) : notApplicable;
  if (!inspected) return unanswered(failures.device);
  const places = placesOf(deviceEvent, inspected);
  const event = inspectedOf(inspected.item, deviceEvent.item.at);
  if (!event) return failed(['device_event_missing'], places, { source: 'provider' });
  const reasons = [...reasonsOf(event, input), ...changed(event, input)];
  const extras = { source: 'provider', saw: deviceSights(event, input.profileId, policy) } as const;
  if (reasons.some(isGrave(policy))) return failed(reasons, places, extras);
  return tellsNothing(event.facts) ? unavailableFor([], places) : passed(places, extras, reasons);
};

/** The reasons that indicate fraud, and not a temporary state or a network. A newer event does not take them back. */
const fraud: readonly ReasonCode[] = ['device_bot', 'device_tampered', 'device_emulated', 'device_event_replayed'];

/**
 * Finds signs of fraud in every event of this attempt. Freshness is not among them, so the time of the provider's
 * answer suffices.
 */
const fraudSeen = (input: CheckInput): readonly Seen[] =>
  input.inForce.devices.flatMap(({ at, item }) => {
    const event = inspectedOf(item, item.at);
    const reasons = event ? reasonsOf(event, input).filter((reason) => fraud.includes(reason)) : [];
    return reasons.length > 0 ? [{ at, reasons }] : [];
  });

/**
 * Checks whether the device event is genuine, fresh and not replayed, and which risks it and the earlier events show.
 */
export const device = (input: CheckInput): Answer => {
  const seen = fraudSeen(input);
  const add = seen.some(({ reasons }) => reasons.some(isGrave(input.policy))) ? failedBy : besides;
  return add(newestDevice(input), seen, { source: 'provider' });
};
