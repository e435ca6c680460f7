/**
 * Why an external service gave no usable answer. `no_provider`: none is configured, by choice. `budget_exhausted`: we
 * did not call it, because the partner has had its calls of the day. The last three apply to a model alone: it refused
 * to read the document, it ran out of room before the end of its answer, or its answer does not have the requested
 * form.
 */
export const unavailableKinds = [
  'unavailable',
  'timeout',
  'quota',
  'invalid_response',
  'not_configured',
  'no_provider',
  'budget_exhausted',
  'rejected',
  'model_refused',
  'output_truncated',
  'output_invalid',
] as const;
export type UnavailableKind = (typeof unavailableKinds)[number];

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
  'permission_denied',
  'write_refused',
  'disk_full',
  'read_only',
  'missing_collection',
  'schema_differs',
  'other_database',
  'bad_answer',
  'record_damaged',
  'record_contradicted',
  'unknown_key',
  'service_key_lost',
  'missing_row_contradiction',
  'dns_failed',
  'tls_failed',
  'connections_exhausted',
  'rate_limited',
  'server_error',
  'request_refused',
  'model_refused',
  'circuit_open',
  'queue_full',
  'budget_exhausted',
  'no_provider',
  'access_log_full',
  'no_descriptors',
  'clock_skew',
  'service_stopping',
  'unexpected',
] as const;
export type OutageCause = (typeof outageCauses)[number];

/** The words for the kinds of an outage without a known cause. */
export const causeOfKind: { readonly [Kind in UnavailableKind]: OutageCause } = {
  unavailable: 'unexpected',
  timeout: 'timeout',
  quota: 'rate_limited',
  invalid_response: 'bad_answer',
  not_configured: 'login_refused',
  no_provider: 'no_provider',
  budget_exhausted: 'budget_exhausted',
  rejected: 'request_refused',
  model_refused: 'model_refused',
  output_truncated: 'bad_answer',
  output_invalid: 'bad_answer',
};

const certificateCode =
  /^(CERT_|CRL_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_MISMATCH|INVALID_(CA|PURPOSE)|PATH_LENGTH_|ERR_TLS_CERT_)/;
/** Whether a code of OpenSSL or Node says that a certificate is not trusted. */
export const isCertificateCode = (code: string): boolean => certificateCode.test(code);
