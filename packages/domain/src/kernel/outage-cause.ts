/**
 * The words for what was found when an external service gave no usable answer. They stand in logs, in metrics and in
 * the answer of `/readyz`, so that one fault has one word everywhere. The list is closed: `docs/operations.md` says of
 * each what it means and what to do.
 */
export const outageCauses = [
  'connection_refused',
  'connection_reset',
  'timeout',
  'login_refused',
  'write_refused',
  'disk_full',
  'read_only',
  'missing_collection',
  'schema_differs',
  'other_database',
  'bad_answer',
  'missing_row_contradiction',
] as const;
export type OutageCause = (typeof outageCauses)[number];
