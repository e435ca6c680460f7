import type { ReasonCode, Status, Step } from '@portcullis/domain';
import type { DeviceFacts } from '@portcullis/domain/evidence';
import type { FaceComparison } from '@portcullis/domain/ports';

/** The course of a simulated liveness session, and how many reads find it still running. */
export type LivenessScript = { readonly running?: number } & (
  | { readonly status: 'succeeded'; readonly confidence: number; readonly referenceImage: boolean }
  | { readonly status: 'failed' | 'expired' }
);

/** How many calls for one profile fail before the provider answers. */
type Outage = { readonly unavailable?: number | 'always' };

/** The specimen images that the document reader can read. */
export type SpecimenName = 'td3-valid' | 'td3-minor';

/** The signals of a device event that differ from those of a clean browser of the person's own. */
export type SimulatedDeviceSignals = Partial<Omit<DeviceFacts, 'visitorId' | 'occurredAt' | 'linkedId'>>;

/** A round in which the person has to repeat steps. */
export type RetryRound = { readonly reasons: readonly ReasonCode[]; readonly steps: readonly Step[] };

/**
 * One scenario: what the providers answer, and how the profile ends under the policy `standard` with its own thresholds
 * (liveness 75 and 10, faces 90 and 80, three attempts). The simulated providers use the answers; tests and the demo
 * use the expected end.
 */
export type Scenario = {
  readonly description: string;
  /** The document to use with the scenario. */
  readonly document: SpecimenName;
  /** The liveness sessions of the profile, in the order in which they are opened. The last one repeats. */
  readonly liveness: readonly [LivenessScript, ...LivenessScript[]];
  readonly faces: FaceComparison & Outage;
  readonly device: SimulatedDeviceSignals & Outage;
  readonly expected: {
    /** The person's first steps, in this order. */
    readonly steps: readonly Step[];
    /** The rounds of repeated steps after that. */
    readonly retries: readonly RetryRound[];
    readonly status: Status;
    readonly reasons: readonly ReasonCode[];
  };
};

const genuineLiveness = { status: 'succeeded', confidence: 97.4, referenceImage: true } as const;
const lowScoreLiveness = { status: 'succeeded', confidence: 52.1, referenceImage: true } as const;
const matchingFaces = { outcome: 'compared', similarity: 98.2 } as const;
const approved = {
  steps: ['consent', 'document_front', 'liveness'],
  retries: [],
  status: 'approved',
  reasons: [],
} as const;
const withDevice = ['consent', 'device', 'document_front', 'liveness'] as const;
const allWell = {
  document: 'td3-valid',
  liveness: [genuineLiveness],
  faces: matchingFaces,
  device: {},
  expected: approved,
} as const;
const livenessRetry = (reason: ReasonCode): RetryRound => ({ reasons: [reason], steps: ['liveness'] });

/** The only table of scenarios. The simulated providers, their tests and the demo are made from it. */
export const scenarios = {
  approve: { ...allWell, description: 'Everything is well.' },
  approve_after_waiting: {
    ...allWell,
    description: 'Everything is well; the first two reads of the liveness session find it still running.',
    liveness: [{ ...genuineLiveness, running: 2 }],
  },
  decline_face_mismatch: {
    ...allWell,
    description: 'The person in front of the camera is not the one on the document.',
    faces: { outcome: 'compared', similarity: 12.7 },
    expected: { ...approved, status: 'declined', reasons: ['face_mismatch'] },
  },
  review_face_borderline: {
    ...allWell,
    description: 'The faces are alike, but not alike enough for a machine to decide.',
    faces: { outcome: 'compared', similarity: 84.6 },
    expected: { ...approved, status: 'in_review', reasons: ['face_match_borderline'] },
  },
  review_two_people_on_document: {
    ...allWell,
    description: 'Beside the document there is the face of somebody else on the photo.',
    faces: { outcome: 'several_people_on_document', similarity: null },
    expected: { ...approved, status: 'in_review', reasons: ['document_several_faces'] },
  },
  retry_liveness_then_approve: {
    ...allWell,
    description: 'The first liveness check is not convincing, the second one is.',
    liveness: [lowScoreLiveness, genuineLiveness],
    expected: { ...approved, retries: [livenessRetry('liveness_low_score')] },
  },
  retry_liveness_failed_then_approve: {
    ...allWell,
    description: 'The provider ends the first liveness session as failed; the second one succeeds.',
    liveness: [{ status: 'failed' }, genuineLiveness],
    expected: { ...approved, retries: [livenessRetry('liveness_session_failed')] },
  },
  liveness_session_expired_then_approve: {
    ...allWell,
    description: 'The first liveness session runs out, which costs no attempt; the second one succeeds.',
    liveness: [{ status: 'expired' }, genuineLiveness],
    expected: { ...approved, retries: [livenessRetry('liveness_session_expired')] },
  },
  liveness_no_reference_then_approve: {
    ...allWell,
    description: 'The first liveness check gives no picture, which costs no attempt; the second one does.',
    liveness: [{ ...genuineLiveness, referenceImage: false }, genuineLiveness],
    expected: { ...approved, retries: [livenessRetry('liveness_no_reference_image')] },
  },
  decline_liveness_attack: {
    ...allWell,
    description: 'A mask or a recording is held in front of the camera.',
    liveness: [{ status: 'succeeded', confidence: 3.2, referenceImage: true }],
    expected: { ...approved, status: 'declined', reasons: ['liveness_attack'] },
  },
  decline_attempts_exhausted: {
    ...allWell,
    description: 'No liveness check is convincing, until no attempt is left.',
    liveness: [lowScoreLiveness],
    expected: {
      ...approved,
      retries: [livenessRetry('liveness_low_score'), livenessRetry('liveness_low_score')],
      status: 'declined',
      reasons: ['liveness_low_score', 'policy_attempts_exhausted'],
    },
  },
  device_shared: {
    ...allWell,
    description: 'The device was used for many people today.',
    device: { linkedIds24h: 12 },
    expected: { ...approved, steps: withDevice, status: 'in_review', reasons: ['device_shared'] },
  },
  device_bot: {
    ...allWell,
    description: 'The browser is driven by a program.',
    device: { bot: 'bad' },
    expected: { ...approved, steps: withDevice, status: 'in_review', reasons: ['device_bot'] },
  },
  device_replayed: {
    ...allWell,
    description: 'The device event is a recording of an earlier one.',
    device: { replayed: true },
    expected: { ...approved, steps: withDevice, status: 'in_review', reasons: ['device_event_replayed'] },
  },
  provider_down_then_up: {
    ...allWell,
    description: 'The first face comparison and the first device lookup fail; after that all is well.',
    faces: { ...matchingFaces, unavailable: 1 },
    device: { unavailable: 1 },
  },
  provider_down: {
    ...allWell,
    description: 'The face comparison never answers.',
    faces: { ...matchingFaces, unavailable: 'always' },
    expected: { ...approved, status: 'in_review', reasons: ['provider_unavailable'] },
  },
  decline_underage: {
    ...allWell,
    description: 'The providers are content, but the person on the document is a child.',
    document: 'td3-minor',
    expected: { ...approved, status: 'declined', reasons: ['age_below_minimum'] },
  },
} as const satisfies Record<string, Scenario>;

export type ScenarioName = keyof typeof scenarios;

/** Whether a scenario has this name. */
export const isScenarioName = (name: string): name is ScenarioName => Object.hasOwn(scenarios, name);

/** Every name, in the order of the table. */
export const scenarioNames: readonly ScenarioName[] = Object.keys(scenarios).filter(isScenarioName);

/** The scenario of that name; `approve` for `null` and for a name that is not in the table. */
export const scenarioByName = (name: string | null): Scenario =>
  scenarios[name !== null && isScenarioName(name) ? name : 'approve'];

/** The facts about the scenarios that clients may know. */
export const scenarioList: readonly {
  readonly name: string;
  readonly description: string;
  readonly document: string;
}[] = scenarioNames.map((name) => ({
  name,
  description: scenarios[name].description,
  document: scenarios[name].document,
}));
