import { type DeviceEvidence, type DeviceFacts, failureReasons } from '../evidence/evidence.ts';
import type { Policy } from '../policy/policy.ts';
import { defaultAction, type ReasonCode } from '../policy/reasons/reasons.ts';
import type { CheckModule } from './check-module.ts';
import {
  addFailures,
  addReasons,
  type CheckInput,
  type CheckResult,
  evidenceIndexes,
  failed,
  type IndexedReasons,
  notApplicable,
  passed,
  unavailableAfterFailure,
  unavailableBecause,
} from './check-result.ts';
import { deviceDetails } from './device-details.ts';

type InspectedEvent = { readonly facts: DeviceFacts; readonly sentAt: string; readonly usedBefore: boolean };

/**
 * Parses a timestamp of the provider. One without `Z` or an offset would depend on the local time zone, and counts as
 * invalid.
 */
const parseInstant = (text: string): number => (/(?:Z|[+-]\d\d:?\d\d)$/i.test(text) ? Date.parse(text) : Number.NaN);

/**
 * Returns the reasons for which an event is not genuine: it is stale, replayed, used before, or made on a page that is
 * not ours.
 */
const eventReasons = (
  { facts, sentAt, usedBefore }: InspectedEvent,
  profileId: string,
  policy: Policy,
): readonly ReasonCode[] => {
  const reasons: ReasonCode[] = [];
  const differenceMs = Math.abs(Date.parse(sentAt) - parseInstant(facts.occurredAt));
  // The comparison is not `differenceMs > …`, because an invalid timestamp gives NaN and must count as stale.
  if (!(differenceMs <= policy.device.maxAgeSeconds * 1000)) reasons.push('device_event_stale');
  if (facts.linkedId !== profileId || facts.replayed === true || usedBefore) reasons.push('device_event_replayed');
  if (facts.originAllowed === false) reasons.push('device_origin_mismatch');
  return reasons;
};

/**
 * Returns the reasons that the signals of an event give. An absent signal (`null`) is not `false`: it gives no reason
 * either way.
 */
const riskReasons = (facts: DeviceFacts, policy: Policy): readonly ReasonCode[] => {
  const { maxLinkedIds, minConfidence } = policy.device;
  const signals: readonly (readonly [boolean, ReasonCode])[] = [
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
  return [...new Set(signals.flatMap(([holds, reason]) => (holds ? [reason] : [])))];
};

/**
 * Whether the provider gives no signal for an event (it is still processing it). The event may be genuine, but is no
 * answer.
 */
const hasNoSignals = ({ visitorId: _, occurredAt: __, linkedId: ___, originAllowed: ____, ...signals }: DeviceFacts) =>
  Object.values(signals).every((value) => value === null);

const inspectedEvent = (evidence: DeviceEvidence, sentAt: string): InspectedEvent | null =>
  evidence.facts && { facts: evidence.facts, sentAt, usedBefore: evidence.usedBefore === true };

const reasonsForEvent = (event: InspectedEvent, { policy, profileId }: CheckInput): readonly ReasonCode[] => [
  ...eventReasons(event, profileId, policy),
  ...riskReasons(event.facts, policy),
];

/**
 * Returns `device_changed` if an earlier attempt within the velocity window of the policy used another device. An
 * applicant who is verified again a year later may well have a new device. A policy without the velocity check does not
 * compare devices.
 */
const deviceChangedReasons = (
  { facts, sentAt }: InspectedEvent,
  { currentEvidence, policy, profileId }: CheckInput,
): readonly ReasonCode[] => {
  if (policy.checks.velocity === undefined || facts.visitorId === null) return [];
  const since = Date.parse(sentAt) - policy.velocity.windowSeconds * 1000;
  const isOtherDevice = (earlier: DeviceFacts | null): boolean =>
    earlier?.linkedId === profileId && earlier.visitorId !== null && earlier.visitorId !== facts.visitorId;
  return currentEvidence.earlierDevices.some(({ value }) => Date.parse(value.at) >= since && isOtherDevice(value.facts))
    ? ['device_changed']
    : [];
};

const isAdverse =
  ({ actions }: Policy) =>
  (reason: ReasonCode): boolean =>
    (actions[reason] ?? defaultAction(reason)) !== 'info';

const currentDeviceResult = (input: CheckInput): CheckResult => {
  const { currentEvidence, policy } = input;
  const { device: inspection, deviceEvent, failures } = currentEvidence;
  if (!deviceEvent) return policy.checks.device === 'required' ? failed(['device_event_missing'], []) : notApplicable;
  if (!inspection) return unavailableAfterFailure(failures.device);
  const indexes = evidenceIndexes(deviceEvent, inspection);
  const event = inspectedEvent(inspection.value, deviceEvent.value.at);
  if (!event) return failed(['device_event_missing'], indexes, { source: 'provider' });
  const reasons = [...reasonsForEvent(event, input), ...deviceChangedReasons(event, input)];
  const extras = { source: 'provider', details: deviceDetails(event, input.profileId, policy) } as const;
  if (reasons.some(isAdverse(policy))) return failed(reasons, indexes, extras);
  return hasNoSignals(event.facts) ? unavailableBecause([], indexes) : passed(indexes, extras, reasons);
};

/** The reasons that indicate fraud, and not a temporary state or a network. A newer event does not take them back. */
const fraudReasons: readonly ReasonCode[] = [
  'device_bot',
  'device_tampered',
  'device_emulated',
  'device_event_replayed',
];

/**
 * Finds signs of fraud in every event of this attempt. Freshness is not among them, so the time of the provider's
 * answer suffices.
 */
const fraudFindings = (input: CheckInput): readonly IndexedReasons[] =>
  input.currentEvidence.devices.flatMap(({ index, value }) => {
    const event = inspectedEvent(value, value.at);
    const reasons = event ? reasonsForEvent(event, input).filter((reason) => fraudReasons.includes(reason)) : [];
    return reasons.length > 0 ? [{ index, reasons }] : [];
  });

const deviceResult = (input: CheckInput): CheckResult => {
  const findings = fraudFindings(input);
  const add = findings.some(({ reasons }) => reasons.some(isAdverse(input.policy))) ? addFailures : addReasons;
  return add(currentDeviceResult(input), findings, { source: 'provider' });
};

/**
 * Checks whether the device event is genuine, fresh and not replayed, and which risks it and the earlier events show.
 */
export const device: CheckModule<'device'> = {
  name: 'device',
  reasons: [
    ...failureReasons,
    'device_event_missing',
    'device_event_stale',
    'device_event_replayed',
    'device_origin_mismatch',
    'device_bot',
    'device_tampered',
    'device_emulated',
    'device_shared',
    'device_changed',
    'network_tor',
    'network_ip_blocklisted',
    'device_rooted',
    'device_incognito',
    'network_vpn',
    'network_proxy',
  ],
  defaultRequirement: 'optional',
  dependsOn: ['device'],
  steps: { required: ['device'], optional: [], rejected: ['device'] },
  run: deviceResult,
};
