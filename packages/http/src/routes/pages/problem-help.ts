import type { ErrorCodeName } from '../../request/error-codes.ts';

/** The meaning of a problem, and its remedy. */
export type ProblemHelp = { readonly meaning: string; readonly remedy: string };

const help = (meaning: string, remedy: string): ProblemHelp => ({ meaning, remedy });

/** The page of every problem. A code without a row here does not compile. */
export const problemHelp: Readonly<Record<ErrorCodeName, ProblemHelp>> = {
  invalid_request: help(
    'The request does not have the form that the description gives: a field is unknown, has a wrong type or breaks its rule, or a header or parameter does.',
    'Correct what `errors` names. The same request will be refused again.',
  ),
  invalid_json: help(
    'The body is not JSON as RFC 8259 and RFC 7493 define it, for example because a key stands twice in one object.',
    'Send what a JSON library writes, in UTF-8 and without a byte order mark.',
  ),
  unauthenticated: help(
    'The request has no bearer token.',
    'Send `Authorization: Bearer` with a token from `POST /api/auth/token`, or with the flow token of a link.',
  ),
  invalid_token: help(
    'The token was not issued by this service, was changed, was revoked, or belongs to a link that has a newer one.',
    'Get a new token. For one with a valid signature `detail` says what is wrong.',
  ),
  token_expired: help(
    'The token was valid and has expired.',
    'Get a new token. Begin a minute before `expires_in` is over.',
  ),
  insufficient_scope: help(
    'The token is valid and does not have the scope of this operation, or is a flow token where a machine token is needed.',
    'Ask for a token with the scope that `WWW-Authenticate` names. The operator grants scopes to clients.',
  ),
  invalid_credentials: help(
    'The name, the password, the code of the second factor or the recovery code is not right, or the account is disabled. Which of them it is, is not said.',
    'Enter all of them again, with a code that was not used yet. The operator can reset the account.',
  ),
  insufficient_permission: help(
    'The member of staff is signed in, and no role of theirs has the permission that `detail` names.',
    'Ask somebody who has it, or ask the operator for another role.',
  ),
  cross_site_request: help(
    'A request that changes something has a session, and its `Origin` is not that of the console, or its `Sec-Fetch-Site` says that another site has caused it. Or it was sent to the address of the API, and the console has its own.',
    'Work in the console. Whoever runs the service compares `CONSOLE_URL` with the address in the browser.',
  ),
  not_found: help(
    'There is nothing of that name which this caller may see. What does not exist and what belongs to others is answered alike.',
    'Compare the id and the tenant of the client.',
  ),
  method_not_allowed: help(
    'The path exists and does not take this method.',
    'Take a method out of the header `Allow`.',
  ),
  invalid_transition: help(
    'The status of the profile does not allow this now.',
    'Read `detail`. `allowed` lists the status events that this caller may post now, and `missing` what has to be supplied first.',
  ),
  version_conflict: help(
    'Other requests changed the same profile or webhook endpoint at the same time, several times.',
    'Read it again, then repeat the request.',
  ),
  idempotency_in_progress: help(
    'An earlier request under the same `Idempotency-Key` is still being carried out.',
    'Send it again under the same key after `Retry-After`.',
  ),
  claim_limit_reached: help(
    'For the console: the member of staff has claimed as many profiles as one person may have at a time.',
    'Decide one of them, give one back, or wait for 15 minutes until a claim ends.',
  ),
  review_claimed: help(
    'Another member of staff has claimed the profile for review, and the claim has not ended.',
    'Take another profile, or wait until the claim ends. Whoever has the permission `reviews:override` can take it over.',
  ),
  claim_required: help(
    'The member of staff has no claim on the profile: it was never made, has ended after 15 minutes, or somebody has taken it over.',
    'Claim the profile, look at what has changed meanwhile, and repeat this.',
  ),
  draft_closed: help(
    'The draft of a policy was approved, published or discarded, and takes no change any more.',
    'Begin another draft. One whose publication was interrupted is published again by somebody who has not written it.',
  ),
  second_person_required: help(
    'Whoever has written a document of a draft cannot publish it, and whoever has made the secret of a client cannot enable it.',
    'Let another member of staff do it, with the permission `policies:write` for a draft and `clients:manage` for a client.',
  ),
  policy_exists: help(
    'There is a policy of this id and version already.',
    'Give the document another version, then publish the draft.',
  ),
  draft_limit_reached: help(
    'The partner has as many open drafts of policies as it may have.',
    'Publish or discard one.',
  ),
  legal_hold: help(
    'The operator, or an admin in the console, keeps this profile from being erased.',
    'Ask them. The partner cannot lift a hold, and an admin no hold of the operator.',
  ),
  ledger_unsound: help(
    'An entry in the ledger of the profile was changed or is missing. What does not verify is not exported as evidence.',
    'Tell the operator, who finds the entry with `npx portcullis ledger verify`.',
  ),
  consent_required: help(
    'The person has not consented, or has refused or withdrawn consent, and this needs it.',
    'Record the consent with `PATCH /api/profiles/{id}`, then repeat the request.',
  ),
  biometrics_not_passed: help(
    'A reviewer cannot approve: liveness or the comparison of faces has not passed, and the policy leaves neither to reviewers.',
    'Ask for the steps again with `input_requested`, or decline.',
  ),
  endpoint_limit_reached: help(
    'The partner has as many webhook endpoints as it may have, those of its teams together.',
    'Delete one with `DELETE /api/webhook-endpoints/{id}`, or change the URL of one.',
  ),
  capture_not_supported: help(
    'The provider of the face check takes nothing through this service: its component on the page sends it itself.',
    'Get what the component needs from `GET /api/cloud/credentials`.',
  ),
  capture_submitted: help(
    'A liveness session takes one capture, and had it.',
    'Read the result, or open another session with `POST /api/face-liveness/session`.',
  ),
  change_limit_reached: help(
    'The profile was changed as often as it may be.',
    'Finish it by a review, cancel it, or create a new one with `force_new`.',
  ),
  flow_ended: help(
    'The link has ended: its verification was decided, has expired, or was canceled or erased. A link that has a newer one is an `invalid_token` instead.',
    'Read `detail`. Where the person shall go on, a reviewer asks for input, or the partner creates a new profile.',
  ),
  events_gone: help(
    'The feed no longer has the events behind this cursor: they are older than 30 days, or the database was restored from a backup and does not reach so far any more.',
    'Compare what you know with `GET /api/profiles?sort=updated_at`, then read on with `first_cursor` as `after`.',
  ),
  precondition_failed: help(
    'The profile does not have the version that `If-Match` or `expected_version` names.',
    'Read the profile again, look at what has changed, then repeat the request with its version.',
  ),
  payload_too_large: help(
    'The body, a part of it or an image is too large.',
    'Stay within the limits of `uploads` in `GET /api/settings`.',
  ),
  profile_storage_full: help(
    'The files of the profile take as many bytes as they may.',
    'Cancel the profile and create a new one.',
  ),
  tenant_storage_full: help(
    'The files of the partner take as many bytes as they may.',
    'Erase profiles, or ask the operator for more room.',
  ),
  unsupported_media_type: help(
    'The body or a file has a type that is not accepted here. The type of a file is read from its bytes.',
    'Send one of the types that `detail` or `errors` names, without a content encoding.',
  ),
  validation_failed: help(
    'The request is well formed and not acceptable, for example because it names a policy that does not exist.',
    'Correct what `errors` names.',
  ),
  idempotency_mismatch: help(
    'The `Idempotency-Key` was used for another request within the last 72 hours.',
    'Take a new key for each new request, and send a request again unchanged.',
  ),
  rate_limited: help(
    'More requests, uploads or calls came in than this caller or this profile may make now.',
    'Wait for `Retry-After`, then repeat the request. `RateLimit` says what is left.',
  ),
  image_budget_exceeded: help(
    'The images of the profile have as many pixels as are decoded for one profile in an hour.',
    'Send smaller photos, or wait for `Retry-After`.',
  ),
  provider_budget_exhausted: help(
    'The partner has had its calls of this day to a provider.',
    'Wait until midnight UTC, or ask the operator for more.',
  ),
  internal_error: help(
    'Something went wrong in the service.',
    'Tell the operator the `request_id`. Sent again under the same `Idempotency-Key`, nothing is done twice.',
  ),
  record_damaged: help(
    'The row of what is asked for was changed in the record database, or is sealed under a key that the service does not have. Everything else is there.',
    'Tell the operator the `request_id`, who restores it. Repeating the request does not help by itself.',
  ),
  not_implemented: help(
    'The body has a transfer coding other than one `chunked`.',
    'Send it with `Content-Length`, or with `Transfer-Encoding: chunked`.',
  ),
  provider_rejected: help(
    'A provider behind the service refused the call, or its answer could not be read.',
    'Tell the operator the `request_id`. Repeating the request does not help by itself.',
  ),
  provider_unavailable: help(
    'A provider behind the service does not answer.',
    'Repeat the request after `Retry-After`.',
  ),
  database_unavailable: help(
    'The record database does not answer, or not as it must.',
    'Repeat the request after `Retry-After`.',
  ),
  clock_skew: help(
    'The clock of this instance differs from others, so that it decides nothing by time. Nothing was done.',
    'Repeat the request after `Retry-After`: another instance may answer it.',
  ),
  not_configured: help('The operator has not configured what this operation needs.', 'Ask the operator.'),
  service_stopping: help(
    'This instance is being stopped and could not finish the request, which may have been carried out in part.',
    'Send it again after `Retry-After`, under the same `Idempotency-Key`.',
  ),
  deadline_exceeded: help(
    'A provider behind the service did not answer in time.',
    'Repeat the request under the same `Idempotency-Key`.',
  ),
  http_version_not_supported: help('The request has a version of HTTP that is not served.', 'Send it as HTTP/1.1.'),
};
