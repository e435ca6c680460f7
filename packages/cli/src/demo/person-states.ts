import type { ScenarioName } from '@portcullis/adapter-memory';
import type { Status, Step } from '@portcullis/domain';

/** How far a person of a sandbox has got, and by which steps. */
export type PersonState = {
  readonly scenario: ScenarioName;
  /** What the partner says of the holder of the specimen, Anna Maria Eriksson. */
  readonly claimed: { readonly last_name: string; readonly date_of_birth?: string };
  /** The steps that the person does before they stop. */
  readonly steps: readonly Step[];
  /** Whether the person refuses the face check afterwards, instead of doing it. */
  readonly refusesFace?: boolean;
  /** The status in which the person is then, or comes to be without doing more. */
  readonly ends: Status;
};

const all = ['consent', 'document_front', 'liveness'] as const;
const withDevice = ['consent', 'device', 'document_front', 'liveness'] as const;
const claimed = { last_name: 'Eriksson' };
const inReview = { claimed, steps: all, ends: 'in_review' } as const;

/** The states in their order; each is one in which a profile waits for somebody, most of them for a reviewer. */
const states = [
  { ...inReview, scenario: 'review_face_borderline' },
  { ...inReview, scenario: 'approve', claimed: { last_name: 'Lindqvist' } },
  { ...inReview, scenario: 'device_shared', steps: withDevice },
  { ...inReview, scenario: 'approve', steps: ['consent', 'document_front'], refusesFace: true },
  { ...inReview, scenario: 'retry_liveness_then_approve', ends: 'requires_input' },
  { ...inReview, scenario: 'review_two_people_on_document' },
  { ...inReview, scenario: 'device_bot', steps: withDevice },
  { ...inReview, scenario: 'approve', steps: [], ends: 'created' },
  { ...inReview, scenario: 'approve', claimed: { ...claimed, date_of_birth: '1984-08-12' } },
  // The service asks for some time before it leaves this one to a reviewer.
  { ...inReview, scenario: 'provider_down' },
  { ...inReview, scenario: 'approve', steps: ['consent'], ends: 'in_progress' },
  { ...inReview, scenario: 'device_replayed', steps: withDevice },
] as const satisfies readonly PersonState[];

/** The state of the n-th person, counted from 0: after the last state they begin again. */
export const personState = (n: number): PersonState => states[n % states.length] ?? states[0];
