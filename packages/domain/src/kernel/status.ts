export const statuses = [
  'created',
  'in_progress',
  'processing',
  'requires_input',
  'in_review',
  'approved',
  'declined',
  'lapsed',
  'expired',
  'canceled',
] as const;

export type Status = (typeof statuses)[number];
