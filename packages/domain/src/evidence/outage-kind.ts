/**
 * Why an outside service gave no answer that can be used. The last three are a model's alone: it would not read the
 * document, it ran out of room before the end of its answer, or its answer is not of the form that was asked for.
 */
export const unavailableKinds = [
  'unavailable',
  'timeout',
  'quota',
  'invalid_response',
  'not_configured',
  'rejected',
  'model_refused',
  'output_truncated',
  'output_invalid',
] as const;
export type UnavailableKind = (typeof unavailableKinds)[number];
