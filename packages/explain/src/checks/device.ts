import {
  cleanDeviceSignals,
  type DeviceEvidence,
  type DeviceFacts,
  deviceSignalRows,
  type Indexed,
  isAdverseSignal,
  signalLimit,
} from '@portcullis/domain/evidence';
import {
  addEvidence,
  type Bound,
  changeEvidence,
  type ExplainContext,
  evidenceStamp,
  type FindPerturbations,
  justBelow,
  type Perturbation,
  type PerturbationValue,
  relativeDistance,
} from '../counterfactuals/perturbation.ts';
import type { CheckTwin } from './check-twin.ts';

type KnownEvent = Indexed<DeviceEvidence & { readonly facts: DeviceFacts }>;

/** The facts of all device events of this attempt, because a sign of fraud in an earlier event counts as well. */
const knownEvents = ({ currentEvidence: { device, devices } }: ExplainContext): readonly KnownEvent[] =>
  [...new Map([...devices, ...(device ? [device] : [])].map((device) => [device.index, device])).values()].flatMap(
    ({ index, value }) => (value.facts ? [{ index, value: { ...value, facts: value.facts } }] : []),
  );

type FactName = keyof DeviceFacts;

type FactPerturbation = {
  readonly name: FactName;
  /** The name of the fact in a counterfactual. */
  readonly detail: string;
  readonly label: string;
  readonly isBad: (facts: DeviceFacts) => boolean;
  readonly good: PerturbationValue;
  readonly size?: number;
  readonly bound?: Bound;
  readonly sentence?: string;
};

const factImprovements = (
  context: ExplainContext,
  known: readonly KnownEvent[],
  { name, detail, label, isBad, good, size = 1, bound, sentence }: FactPerturbation,
): readonly Perturbation[] => {
  const bad = known.filter(({ value }) => isBad(value.facts));
  const last = bad.at(-1);
  if (!last) return [];
  const perturbation = {
    what: `device.${detail}`,
    label,
    from: last.value.facts[name] ?? null,
    to: good,
    size,
    ...(bound && { bound }),
    ...(sentence !== undefined && { sentence }),
  };
  return [
    changeEvidence(context, bad, (value) => ({ ...value, facts: { ...value.facts, [name]: good } }), perturbation),
  ];
};

/** Makes every adverse signal clean. A number is moved to its limit only. */
const signalPerturbations = ({ policy: { device } }: ExplainContext): readonly FactPerturbation[] =>
  deviceSignalRows
    .toSorted((a, b) => a.rank - b.rank)
    .map((row) => {
      const limit = signalLimit(row, device);
      return {
        ...row,
        isBad: (facts) => isAdverseSignal(row, facts, device),
        good: limit ?? row.clean,
        size: limit === undefined ? 1 : 0.5,
        ...(limit !== undefined && { bound: { kind: 'below' in row.adverse ? 'at least' : 'at most' } }),
      };
    });

const riskImprovements: FindPerturbations = (context) => {
  const known = knownEvents(context);
  const perturbations: readonly FactPerturbation[] = [
    ...signalPerturbations(context),
    {
      name: 'linkedId',
      detail: 'linked_id',
      label: 'The profile for which the device event was made',
      isBad: ({ linkedId }) => linkedId !== context.input.profileId,
      good: context.input.profileId,
    },
    {
      name: 'originAllowed',
      detail: 'origin_allowed',
      label: 'The page on which the device event was made being ours',
      sentence: 'The device event would have to be made on a page of the operator.',
      isBad: ({ originAllowed }) => originAllowed === false,
      good: true,
    },
  ];
  return perturbations.flatMap((perturbation) => factImprovements(context, known, perturbation));
};

/** Gives earlier attempts the same device as this one. */
const earlierDeviceImprovements: FindPerturbations = (context) => {
  const { device, earlierDevices } = context.currentEvidence;
  const to = device?.value.facts?.visitorId ?? null;
  const others = earlierDevices.filter(({ value }) => value.facts && value.facts.visitorId !== to);
  const last = others.at(-1);
  if (to === null || !last) return [];
  const same = (value: DeviceEvidence): DeviceEvidence => ({
    ...value,
    facts: value.facts && { ...value.facts, visitorId: to },
  });
  const from = last.value.facts?.visitorId ?? null;
  return [
    changeEvidence(context, others, same, {
      what: 'device.earlier',
      label: 'The device of earlier attempts',
      from,
      to,
      size: 1,
    }),
  ];
};

/** Makes the event as old as its submission, and removes an earlier use. */
const eventImprovements: FindPerturbations = (context) => {
  const { device, deviceEvent, devices } = context.currentEvidence;
  const perturbations: Perturbation[] = [];
  const facts = device?.value.facts;
  if (device && deviceEvent && facts && facts.occurredAt !== deviceEvent.value.at) {
    perturbations.push(
      changeEvidence(
        context,
        [device],
        (value) => ({ ...value, facts: { ...facts, occurredAt: deviceEvent.value.at } }),
        {
          what: 'device.occurred_at',
          label: 'The time at which the device event was made',
          from: facts.occurredAt,
          to: deviceEvent.value.at,
          size: 0.5,
        },
      ),
    );
  }
  const used = devices.filter(({ value }) => value.usedBefore);
  if (used.length > 0) {
    perturbations.push(
      changeEvidence(context, used, ({ usedBefore: _, ...value }) => value, {
        what: 'device.used_before',
        label: 'An earlier use of the device event',
        from: true,
        to: false,
        size: 1,
      }),
    );
  }
  return perturbations;
};

/** The facts of a device without risks, whose event was made for this profile at this time. */
const riskFreeFacts = ({ input, now }: ExplainContext): DeviceFacts => ({
  visitorId: null,
  occurredAt: now,
  linkedId: input.profileId,
  ...cleanDeviceSignals,
  originAllowed: true,
});

/** Adds an answer of the provider if there is none, for the submitted event or for a hypothetical one. */
const answerImprovements: FindPerturbations = (context) => {
  const { device, deviceEvent } = context.currentEvidence;
  if (context.policy.checks.device === undefined || device?.value.facts) return [];
  const stamp = evidenceStamp(context);
  const event = deviceEvent?.value ?? { kind: 'device_event' as const, eventId: 'wouldbe', ...stamp };
  const facts = { ...riskFreeFacts(context), occurredAt: event.at };
  const answer = { kind: 'device' as const, eventId: event.eventId, facts, ...stamp };
  return [
    addEvidence(context, deviceEvent ? [answer] : [event, answer], {
      what: deviceEvent ? 'device.answer' : 'device.event',
      label: deviceEvent ? "The provider's answer about the device event" : 'A device event',
      from: null,
      to: deviceEvent ? 'clean' : 'supplied',
      size: deviceEvent ? 1 : 2,
    }),
  ];
};

/** Moves the signals that are judged by a limit beyond it. */
const deviceRegressions: FindPerturbations = (context) => {
  const { device } = context.currentEvidence;
  const facts = device?.value.facts;
  if (!device || !facts) return [];
  return deviceSignalRows.flatMap((row): readonly Perturbation[] => {
    const from = facts[row.name];
    const limit = signalLimit(row, context.policy.device);
    if (limit === undefined || typeof from !== 'number' || isAdverseSignal(row, facts, context.policy.device))
      return [];
    const isScore = 'below' in row.adverse;
    const to = isScore ? justBelow(limit) : limit + 1;
    return [
      changeEvidence(context, [device], (item) => ({ ...item, facts: { ...facts, [row.name]: to } }), {
        what: `device.${row.detail}`,
        label: row.label,
        from,
        to,
        bound: { kind: isScore ? 'less than' : 'more than', limit },
        size: relativeDistance(from, to, isScore ? 1 : to),
      }),
    ];
  });
};

/** The twin of the check of the device and its network. */
export const device: CheckTwin = {
  attackCases: [{ name: 'without a device', change: () => ({ device: [] }) }],
  counterfactuals: {
    improvements: { device: [riskImprovements, earlierDeviceImprovements, eventImprovements, answerImprovements] },
    regressions: { device: [deviceRegressions] },
  },
};
