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

/** A time as a provider wrote it. One without `Z` or an offset would be that of whatever clock this runs by, and is none. */
const instantOf = (text: string): number => (/(?:Z|[+-]\d\d:?\d\d)$/i.test(text) ? Date.parse(text) : Number.NaN);

/** Whether an event is ours and fresh: made on our page for this profile, not used before, and not long before it was sent. */
const genuine = (
  { facts, sentAt, usedBefore }: Inspected,
  profileId: string,
  policy: Policy,
): readonly ReasonCode[] => {
  const reasons: ReasonCode[] = [];
  const apart = Math.abs(Date.parse(sentAt) - instantOf(facts.occurredAt));
  // Not `apart > …`: a time that cannot be read is no number, and not fresh.
  if (!(apart <= policy.device.maxAgeSeconds * 1000)) reasons.push('device_event_stale');
  if (facts.linkedId !== profileId || facts.replayed === true || usedBefore) reasons.push('device_event_replayed');
  if (facts.originAllowed === false) reasons.push('device_origin_mismatch');
  return reasons;
};

/** An absent signal (`null`) is not a false one: it gives no reason, and no comfort. */
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

/** An event of which the provider tells nothing (one that it has not finished with): genuine perhaps, but no answer. */
const tellsNothing = ({ visitorId: _, occurredAt: __, linkedId: ___, originAllowed: ____, ...signals }: DeviceFacts) =>
  Object.values(signals).every((signal) => signal === null);

const inspectedOf = (evidence: DeviceEvidence, sentAt: string): Inspected | null =>
  evidence.facts && { facts: evidence.facts, sentAt, usedBefore: evidence.usedBefore === true };

const reasonsOf = (event: Inspected, { policy, profileId }: CheckInput): readonly ReasonCode[] => [
  ...genuine(event, profileId, policy),
  ...risks(event.facts, policy),
];

/**
 * Another device than in an earlier attempt, as far as the window of the policy's velocity goes back: who is verified
 * again a year later may well have a new one. A policy without that check asks nothing of the sort.
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

/** What tells of fraud, and not of a moment or a network: another event does not take it back. */
const fraud: readonly ReasonCode[] = ['device_bot', 'device_tampered', 'device_emulated', 'device_event_replayed'];

/** Signs of fraud in every event of this attempt. How fresh one was is not among them, so it is enough when it was asked about. */
const fraudSeen = (input: CheckInput): readonly Seen[] =>
  input.inForce.devices.flatMap(({ at, item }) => {
    const event = inspectedOf(item, item.at);
    const reasons = event ? reasonsOf(event, input).filter((reason) => fraud.includes(reason)) : [];
    return reasons.length > 0 ? [{ at, reasons }] : [];
  });

/** Is the device event genuine, fresh, unreplayed and ours, and what do it and those before it warn of? */
export const device = (input: CheckInput): Answer => {
  const seen = fraudSeen(input);
  const add = seen.some(({ reasons }) => reasons.some(isGrave(input.policy))) ? failedBy : besides;
  return add(newestDevice(input), seen, { source: 'provider' });
};
