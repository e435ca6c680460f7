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
