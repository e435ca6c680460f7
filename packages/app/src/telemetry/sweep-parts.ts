/** The parts of the sweep that can fail. */
export const sweepParts = [
  'profile',
  'due',
  'lease',
  'idempotency_keys',
  'access_log',
  'tokens',
  'usage',
  'counts',
  'objects',
  'thrown',
] as const;
export type SweepPart = (typeof sweepParts)[number];
