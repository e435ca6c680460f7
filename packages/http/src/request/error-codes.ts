type CodeInfo = { readonly status: number; readonly title: string; readonly retryable: boolean };

const code = (status: number, title: string, retryable = false): CodeInfo => ({ status, title, retryable });

/**
 * Every error code of the API with its status. `retryable` means that the same request may succeed when it is sent
 * again.
 */
export const errorCodes = {
  invalid_request: code(400, 'The request is not valid'),
  invalid_json: code(400, 'The body is not valid JSON'),
  unauthenticated: code(401, 'A bearer token is required'),
  invalid_token: code(401, 'The token is not valid'),
  token_expired: code(401, 'The token has expired'),
  invalid_credentials: code(401, 'The name, the password or the code is not right'),
  insufficient_scope: code(403, 'The token does not allow this'),
  insufficient_permission: code(403, 'The role does not allow this'),
  cross_site_request: code(403, 'The request does not come from the console'),
  not_found: code(404, 'Not found'),
  method_not_allowed: code(405, 'The method is not allowed here'),
  invalid_transition: code(409, 'The status of the profile does not allow this'),
  version_conflict: code(409, 'Another request changed this at the same time', true),
  idempotency_in_progress: code(409, 'The same request is being carried out', true),
  review_claimed: code(409, 'Somebody else has the profile for review'),
  claim_limit_reached: code(409, 'The member of staff has as many profiles for review as one person may have'),
  claim_required: code(409, 'The profile is not claimed'),
  draft_closed: code(409, 'The draft takes no change any more'),
  second_person_required: code(409, 'Somebody else has to put this into effect'),
  policy_exists: code(409, 'There is a policy of that name'),
  draft_limit_reached: code(409, 'The partner has as many open drafts as it may have'),
  legal_hold: code(409, 'The profile is held and cannot be erased'),
  ledger_unsound: code(409, 'The ledger of the profile does not verify'),
  consent_required: code(409, 'Consent must be recorded first'),
  biometrics_not_passed: code(409, 'A biometric check has not passed'),
  capture_not_supported: code(409, 'The provider of the face check takes no capture here'),
  capture_submitted: code(409, 'The liveness session has had its capture'),
  endpoint_limit_reached: code(409, 'The partner has as many webhook endpoints as it may have'),
  change_limit_reached: code(409, 'The profile takes no more changes'),
  flow_ended: code(410, 'This link has ended'),
  events_gone: code(410, 'The feed no longer has these events'),
  precondition_failed: code(412, 'The profile has another version'),
  payload_too_large: code(413, 'Too large'),
  profile_storage_full: code(413, 'The profile has no room for this file'),
  tenant_storage_full: code(413, 'The partner has no room for this file'),
  unsupported_media_type: code(415, 'The type of the content is not supported'),
  validation_failed: code(422, 'The content is not acceptable'),
  idempotency_mismatch: code(422, 'The key was used for another request'),
  rate_limited: code(429, 'Too often', true),
  image_budget_exceeded: code(429, 'Too many pixels for one profile', true),
  provider_budget_exhausted: code(429, 'The calls of this day to a service behind this one are used up', true),
  internal_error: code(500, 'Something went wrong on our side'),
  record_damaged: code(500, 'What is asked for is stored here, and does not open'),
  not_implemented: code(501, 'The transfer coding is not supported'),
  provider_rejected: code(502, 'A service behind this one refused or garbled its answer'),
  provider_unavailable: code(503, 'A service behind this one is not available', true),
  database_unavailable: code(503, 'The record database is not available', true),
  clock_skew: code(503, 'The clock of this instance is not believed at the moment', true),
  not_configured: code(503, 'This function is not configured'),
  service_stopping: code(503, 'This instance of the service is being stopped', true),
  deadline_exceeded: code(504, 'A service behind this one did not answer in time', true),
  http_version_not_supported: code(505, 'The version of HTTP is not supported'),
} as const satisfies Record<string, CodeInfo>;

export type ErrorCodeName = keyof typeof errorCodes;

const isCode = (word: string): word is ErrorCodeName => Object.hasOwn(errorCodes, word);

/** Every error code, in the order of the table. */
export const codeNames: readonly ErrorCodeName[] = Object.keys(errorCodes).filter(isCode);

/**
 * The `type` of a problem: where its page is, relative to the address of the service (RFC 9457 section 3.1.1). Clients
 * resolve it against the URL of their request.
 */
export const problemType = (code: ErrorCodeName): string => `/problems/${code}`;

/** The codes of the token endpoint (RFC 6749 section 5.2) and of the revocation endpoint (RFC 7009 section 2.2.1). */
export type OAuthErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_scope'
  | 'unsupported_grant_type'
  | 'unsupported_token_type';
