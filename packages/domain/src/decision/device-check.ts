import type { DeviceEvidence, DeviceFacts } from '../evidence/evidence.ts';
import { type Answer, type CheckInput, failed, notApplicable, passed, placesOf, unanswered } from './answer.ts';
import type { Policy } from './policy.ts';
import { defaultAction, type ReasonCode } from './reasons.ts';

type Inspected = { readonly facts: DeviceFacts; readonly sentAt: string; readonly usedBefore: boolean };

/** Whether an event is ours and fresh: made on our page for this profile, not used before, and not long before it was sent. */
const genuine = (
  { facts, sentAt, usedBefore }: Inspected,
  profileId: string,
  policy: Policy,
): readonly ReasonCode[] => {
  const reasons: ReasonCode[] = [];
  const apart = Math.abs(Date.parse(sentAt) - Date.parse(facts.occurredAt));
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

const inspectedOf = (evidence: DeviceEvidence, sentAt: string): Inspected | null =>
  evidence.facts && { facts: evidence.facts, sentAt, usedBefore: evidence.usedBefore === true };

/** Is the device event genuine, fresh, unreplayed and ours, and what does it warn of? */
export const device = ({ inForce, policy, profileId }: CheckInput): Answer => {
  const { device: inspected, deviceEvent, failures } = inForce;
  if (!deviceEvent) return policy.checks.device === 'required' ? failed(['device_event_missing'], []) : notApplicable;
  if (!inspected) return unanswered(failures.device);
  const places = placesOf(deviceEvent, inspected);
  const event = inspectedOf(inspected.item, deviceEvent.item.at);
  if (!event) return failed(['device_event_missing'], places, { source: 'provider' });
  const reasons = [...genuine(event, profileId, policy), ...risks(event.facts, policy)];
  const grave = reasons.some((reason) => (policy.actions[reason] ?? defaultAction(reason)) !== 'info');
  const extras = { source: 'provider' } as const;
  return grave ? failed(reasons, places, extras) : passed(places, extras, reasons);
};
