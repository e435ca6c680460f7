import { deviceSignalRows, isAdverseSignal, signalLimit } from '../evidence/device-signals.ts';
import { type DeviceEvidence, type DeviceFacts, failureReasons } from '../evidence/evidence.ts';
import type { Policy } from '../policy/policy.ts';
import { defaultAction, type ReasonCode } from '../policy/reasons.ts';
import type { CheckModule } from './check-module.ts';
import type { CheckDetail } from './shared/check.ts';
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
  providerDetail,
  unavailableAfterFailure,
  unavailableBecause,
} from './shared/check-result.ts';

type InspectedEvent = { readonly facts: DeviceFacts; readonly sentAt: string; readonly usedBefore: boolean };

/**
 * Parses a timestamp of the provider. One without `Z` or an offset would depend on the local time zone, and counts as
 * invalid.
 */
const parseInstant = (text: string): number => (/(?:Z|[+-]\d\d:?\d\d)$/i.test(text) ? Date.parse(text) : Number.NaN);

/**
 * Returns the reasons for which an event is not genuine: it is stale, replayed, used before, or made on another page.
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

/** Returns the reasons that the signals of an event give. */
const signalReasons = (facts: DeviceFacts, { device }: Policy): readonly ReasonCode[] =>
  deviceSignalRows.flatMap((row) => (isAdverseSignal(row, facts, device) ? [row.reason] : []));

/**
 * Whether the provider gives no signal for an event (it is still processing it). The event may be genuine, but is no
 * answer.
 */
const hasNoSignals = (facts: DeviceFacts): boolean =>
  deviceSignalRows.every(({ name }) => (facts[name] ?? null) === null);

/** The details of the signals. The ones that are judged by a limit come first. */
const signalDetails = (facts: DeviceFacts, { device }: Policy): readonly CheckDetail[] => {
  const details = deviceSignalRows.map((row) => {
    const limit = signalLimit(row, device);
    return { limit, detail: providerDetail(row.detail, facts[row.name] ?? null, limit) };
  });
  return [
    ...details.filter(({ limit }) => limit !== undefined),
    ...details.filter(({ limit }) => limit === undefined),
  ].map(({ detail }) => detail);
};

/**
 * The details of the device check: the origin of the event, its age and its signals. `null` means that a signal is
 * absent.
 */
const deviceDetails = (
  { facts, sentAt, usedBefore }: InspectedEvent,
  profileId: string,
  policy: Policy,
): readonly CheckDetail[] => {
  const ageSeconds = Math.round(Math.abs(Date.parse(sentAt) - Date.parse(facts.occurredAt)) / 1000);
  return [
    providerDetail('age_seconds', Number.isNaN(ageSeconds) ? null : ageSeconds, policy.device.maxAgeSeconds),
    providerDetail('made_for_this_profile', facts.linkedId === profileId),
    providerDetail('used_before', usedBefore),
    providerDetail('on_our_page', facts.originAllowed),
    ...signalDetails(facts, policy),
  ];
};

const inspectedEvent = (evidence: DeviceEvidence, sentAt: string): InspectedEvent | null =>
  evidence.facts && { facts: evidence.facts, sentAt, usedBefore: evidence.usedBefore === true };

const reasonsForEvent = (event: InspectedEvent, { policy, profileId }: CheckInput): readonly ReasonCode[] => [
  ...new Set([...eventReasons(event, profileId, policy), ...signalReasons(event.facts, policy)]),
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

const isFraud = (code: ReasonCode): boolean =>
  deviceSignalRows.some(({ reason, isFraud }) => isFraud && reason === code);

/**
 * Finds signs of fraud in every event of this attempt. Freshness is not among them, so the time of the provider's
 * answer suffices.
 */
const fraudFindings = (input: CheckInput): readonly IndexedReasons[] =>
  input.currentEvidence.devices.flatMap(({ index, value }) => {
    const event = inspectedEvent(value, value.at);
    const reasons = event ? reasonsForEvent(event, input).filter(isFraud) : [];
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
    'device_origin_mismatch',
    ...new Set(deviceSignalRows.map(({ reason }) => reason)),
    'device_changed',
  ],
  defaultRequirement: 'optional',
  dependsOn: ['device'],
  steps: { required: ['device'], optional: [], rejected: ['device'] },
  run: deviceResult,
};
