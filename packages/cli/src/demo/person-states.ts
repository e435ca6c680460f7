import type { ScenarioName } from '@portcullis/adapter-memory';
import type { Status, Step } from '@portcullis/domain';

/** How far a person of a sandbox has got, and by which steps. */
export type PersonState = {
  readonly scenario: ScenarioName;
  /** The partner's claims about the holder of the specimen, Anna Maria Eriksson. */
  readonly claimed: { readonly last_name: string; readonly date_of_birth?: string };
  /** The policy of the profile; the standard one by default. */
  readonly policy?: string;
  /** The steps that the person does before they stop. */
  readonly steps: readonly Step[];
  /** Whether the person refuses the face check afterwards, instead of doing it. */
  readonly refusesFace?: boolean;
  /** Whether the partner cancels afterwards. */
  readonly isCanceled?: boolean;
  /** The status in which the person is then, or comes to be without doing more. */
  readonly ends: Status;
};

const all = ['consent', 'document_front', 'liveness'] as const;
const withDevice = ['consent', 'device', 'document_front', 'liveness'] as const;
const claimed = { last_name: 'Eriksson' };
const inReview = { claimed, steps: all, ends: 'in_review' } as const;

/** The policy whose links expire after a minute. A sandbox that makes people has it. */
export const shortLivedPolicy = 'one-minute';

/**
 * The states in their order. Most of the first twelve wait for a reviewer; the others were decided or have ended. The
 * rest wait for the person, but the last one.
 */
const states = [
  { ...inReview, scenario: 'review_face_borderline' },
  { ...inReview, scenario: 'approve', claimed: { last_name: 'Lindqvist' } },
  { ...inReview, scenario: 'device_shared', steps: withDevice },
  { ...inReview, scenario: 'approve', steps: ['consent', 'document_front'], refusesFace: true },
  { ...inReview, scenario: 'decline_face_mismatch', ends: 'declined' },
  { ...inReview, scenario: 'review_two_people_on_document' },
  { ...inReview, scenario: 'device_bot', steps: withDevice },
  { ...inReview, scenario: 'approve', ends: 'approved' },
  { ...inReview, scenario: 'approve', claimed: { ...claimed, date_of_birth: '1984-08-12' } },
  // The service asks for some time before it leaves this one to a reviewer.
  { ...inReview, scenario: 'provider_down' },
  { ...inReview, scenario: 'approve', steps: ['consent'], isCanceled: true, ends: 'canceled' },
  // A minute after they came.
  { ...inReview, scenario: 'approve', policy: shortLivedPolicy, steps: ['consent'], ends: 'expired' },
  { ...inReview, scenario: 'retry_liveness_then_approve', ends: 'requires_input' },
  { ...inReview, scenario: 'approve', steps: [], ends: 'created' },
  { ...inReview, scenario: 'approve', steps: ['consent'], ends: 'in_progress' },
  { ...inReview, scenario: 'device_replayed', steps: withDevice },
] as const satisfies readonly PersonState[];

/** The state of the n-th person, counted from 0: after the last state they begin again. */
export const personState = (n: number): PersonState => states[n % states.length] ?? states[0];
