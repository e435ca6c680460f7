import type { Status } from '../kernel/status.ts';
import type { Actor } from '../ledger/entry.ts';

/** The events of a profile's status. */
export const transitionEvents = [
  'flow_opened',
  'evidence_added',
  'submitted',
  'checks_completed',
  'processing_timed_out',
  'review_approved',
  'review_declined',
  'input_requested',
  'reopened',
  'lapsed',
  'renewed',
  'expired',
  'canceled',
] as const;
export type TransitionEvent = (typeof transitionEvents)[number];

/** The status events that a partner may post. */
export const statusEvents = [
  'review_approved',
  'review_declined',
  'input_requested',
  'reopened',
  'renewed',
  'canceled',
] as const;

export type StatusEvent = (typeof statusEvents)[number];

/** The status events by which a reviewer judges a profile. */
const reviewEvents = [
  'review_approved',
  'review_declined',
  'input_requested',
] as const satisfies readonly StatusEvent[];

/** Whether an event is a reviewer's judgement, which needs a reviewer and a scope of its own. */
export const isReviewEvent = (event: StatusEvent): boolean => reviewEvents.some((one) => one === event);

type TransitionRule = {
  readonly event: TransitionEvent;
  readonly from: readonly Status[];
  readonly to: readonly Status[];
  readonly by: readonly Actor['type'][];
};

/** The whole state machine. A transition that is not in this table is rejected. */
export const transitions: readonly TransitionRule[] = [
  { event: 'flow_opened', from: ['created'], to: ['in_progress'], by: ['flow'] },
  {
    event: 'evidence_added',
    from: ['created', 'in_progress', 'requires_input'],
    to: ['in_progress'],
    by: ['flow', 'machine', 'system'],
  },
  { event: 'submitted', from: ['in_progress'], to: ['processing'], by: ['system', 'flow', 'machine'] },
  {
    event: 'checks_completed',
    from: ['processing'],
    to: ['approved', 'requires_input', 'in_review', 'declined'],
    by: ['system'],
  },
  { event: 'processing_timed_out', from: ['processing'], to: ['in_review'], by: ['system'] },
  { event: 'review_approved', from: ['in_review'], to: ['approved'], by: ['machine', 'reviewer'] },
  { event: 'review_declined', from: ['in_review'], to: ['declined'], by: ['machine', 'reviewer'] },
  { event: 'input_requested', from: ['in_review', 'declined'], to: ['requires_input'], by: ['machine', 'reviewer'] },
  { event: 'reopened', from: ['approved', 'declined'], to: ['in_review'], by: ['machine', 'reviewer'] },
  { event: 'lapsed', from: ['approved'], to: ['lapsed'], by: ['system'] },
  { event: 'renewed', from: ['lapsed'], to: ['requires_input'], by: ['machine', 'reviewer'] },
  { event: 'expired', from: ['created', 'in_progress', 'requires_input'], to: ['expired'], by: ['system'] },
  {
    event: 'canceled',
    from: ['created', 'in_progress', 'requires_input'],
    to: ['canceled'],
    by: ['machine', 'flow', 'reviewer'],
  },
];

/** Whether the table has this transition. */
export const hasTransition = (event: TransitionEvent, from: Status, to: Status): boolean =>
  transitions.some((rule) => rule.event === event && rule.from.includes(from) && rule.to.includes(to));

/** Whether this actor may cause this event in this status. */
export const isPermitted = (event: TransitionEvent, from: Status, actor: Actor['type']): boolean =>
  transitions.some((rule) => rule.event === event && rule.from.includes(from) && rule.by.includes(actor));

/** The events that may happen now; `actor` narrows them to those that this actor may cause. */
export const allowedEvents = (status: Status, actor?: Actor['type']): readonly TransitionEvent[] =>
  transitions
    .filter((rule) => rule.from.includes(status) && (actor === undefined || rule.by.includes(actor)))
    .map(({ event }) => event);

/** Whether the status is one in which a person or a partner may supply something. */
export const isOpen = (status: Status): boolean =>
  status === 'created' || status === 'in_progress' || status === 'requires_input';

/** Whether the status is one in which the service or a reviewer is at work. */
export const isBusy = (status: Status): boolean => status === 'processing' || status === 'in_review';

/** Whether the status is one that nothing leaves. */
export const isTerminal = (status: Status): boolean => status === 'expired' || status === 'canceled';
