/**
 * Why an external service gave no usable answer. `budget_exhausted`: we did not call it, because the partner has had
 * its calls of the day. The last three apply to a model alone: it refused to read the
 * document, it ran out of room before the end of its answer, or its answer does not have the requested form.
 */
export const unavailableKinds = [
  'unavailable',
  'timeout',
  'quota',
  'invalid_response',
  'not_configured',
  'budget_exhausted',
  'rejected',
  'model_refused',
  'output_truncated',
  'output_invalid',
] as const;
export type UnavailableKind = (typeof unavailableKinds)[number];
