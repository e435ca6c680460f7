import type { Status, Unavailable } from '@portcullis/domain';
import { outageCode } from '@portcullis/domain/checks';
import type {
  CaptureRefused,
  ChangeLimitReached,
  DecodeFault,
  FlowEnded,
  LimitName,
  OutageCause,
  StorageFull,
  TokenRefusal,
} from '@portcullis/domain/kernel';
import { integer, isOfOneRecord, isOfStore, oneOf, outageCauseOf, t } from '@portcullis/domain/kernel';
import { codeNames, type ErrorCodeName, errorCodes, problemType } from '../request/error-codes.ts';
import type { HttpError } from '../request/http-error.ts';
import { draftProblems } from './draft-problems.ts';
import { flowEndedDetails } from './flow-ended-details.ts';
import {
  budgetExhaustedDetail,
  eventsGoneDetail,
  noSuchPathDetail,
  recordDamagedDetail,
  refusedTokenDetail,
  requestPartDetails,
  sendAgainDetail,
  sendTokenDetail,
} from './request-details.ts';
import {
  claimLimitDetail,
  claimRequiredDetail,
  ledgerUnsoundDetail,
  legalHoldDetail,
  reviewClaimedDetail,
} from './review-details.ts';

/** The problem that a refused request is answered with, before the facts of the request are added. */
export type Problem = {
  readonly code: ErrorCodeName;
  readonly detail?: string;
  readonly faults?: readonly DecodeFault[];
  readonly allowed?: readonly string[];
  /** The steps that have to be supplied first. */
  readonly missing?: readonly string[];
  /** The first cursor of the feed that is left. */
  readonly firstCursor?: string;
  readonly headers?: { readonly [name: string]: string };
  /** The limit that was met, for the log and the metrics, where the status is 429. */
  readonly limit?: LimitName;
  /** These two are for the log only. */
  readonly outageCause?: OutageCause;
  readonly cause?: unknown;
};

const retryAfter = (seconds: number) => ({ 'Retry-After': String(Math.max(1, Math.ceil(seconds))) });

const unavailableCode = (failure: Unavailable): ErrorCodeName => {
  const { kind, service } = failure;
  if (service === 'clock') return 'clock_skew';
  if (isOfOneRecord(failure)) return 'record_damaged';
  return isOfStore(failure) ? 'database_unavailable' : outageCode(kind);
};

const unavailableProblem = (error: Unavailable): Problem => {
  const code = unavailableCode(error);
  const waits = [429, 503].includes(errorCodes[code].status);
  return {
    code,
    ...(waits && errorCodes[code].retryable && { detail: sendAgainDetail }),
    ...(code === 'provider_budget_exhausted' && { detail: budgetExhaustedDetail, limit: 'provider_budget' as const }),
    ...(code === 'record_damaged' && { detail: recordDamagedDetail(error) }),
    ...(waits && { headers: retryAfter(error.retryAfterSeconds) }),
    outageCause: outageCauseOf(error),
    cause: { service: error.service, kind: error.kind, cause: error.cause },
  };
};

/** The authentication challenge of RFC 6750 section 3. */
const challenge = (parameters: string): Pick<Problem, 'headers'> => ({
  headers: { 'WWW-Authenticate': parameters === '' ? 'Bearer' : `Bearer ${parameters}` },
});

const expiredTokenProblem: Problem = {
  code: 'token_expired',
  detail: refusedTokenDetail(true),
  ...challenge('error="invalid_token", error_description="The token has expired"'),
};
const invalidTokenProblem: Problem = {
  code: 'invalid_token',
  detail: refusedTokenDetail(false),
  ...challenge('error="invalid_token"'),
};

const unauthenticatedProblem: Problem = { code: 'unauthenticated', detail: sendTokenDetail, ...challenge('') };

/** Every 401 has a challenge (RFC 9110 section 11.6.1). No browser knows this one, so that none asks for a password. */
const sessionChallenge = { headers: { 'WWW-Authenticate': 'Session' } };

const flowEndedProblem = ({ status }: FlowEnded): Problem => ({ code: 'flow_ended', detail: flowEndedDetails[status] });

const partFault = (part: string, message: string): Pick<Problem, 'faults'> => ({
  faults: [{ pointer: part === '' ? '' : `/${part}`, message }],
});

/** When it ends: with the profile itself, which is left to its reviewers and to time. */
const changeLimitProblem = ({ changes, endsAt }: ChangeLimitReached): Problem => {
  const end = endsAt === null ? '' : ` It ends at ${endsAt}.`;
  return {
    code: 'change_limit_reached',
    detail: `This profile has had its ${changes} changes. Nothing of this request was recorded.${end} A create with force_new begins a new profile of the reference, unless checks or a review are under way; a review, a cancellation, an erasure and a withdrawal of consent by itself are still possible.`,
  };
};

const storageFullProblem = ({ limitBytes, of }: StorageFull): Problem =>
  of === 'profile'
    ? {
        code: 'profile_storage_full',
        detail: `The files of one profile take at most ${limitBytes} bytes, and this one would take more. Nothing of this request was recorded. When this profile is canceled, the next create begins a new one.`,
      }
    : {
        code: 'tenant_storage_full',
        detail: `The files of one partner take at most ${limitBytes} bytes in all, and with this one they would take more. Nothing of this request was recorded. It ends when profiles are erased, or when whoever runs this service allows more.`,
      };

const captureDetails: Record<CaptureRefused['why'], string> = {
  not_supported: 'The page sends what it records to the provider itself, and nothing is sent here.',
  submitted: 'A capture was sent for this session, which uses it up. Open another session to send another one.',
};

type ByTag = { readonly [Tag in HttpError['_tag']]: Extract<HttpError, { readonly _tag: Tag }> };

/** The action that is not possible now, in words of the API where the event is none that a caller can name. */
const transitionDetail = (event: string, status: Status): string => {
  const withdrawal =
    status === 'processing' || status === 'in_review' ? ', except a withdrawal of consent by itself' : '';
  if (event === 'evidence_added')
    return `Nothing can be supplied or changed while the profile is ${status}${withdrawal}. Nothing of this request was recorded.`;
  if (event === 'status_event') return `No status event is possible while the profile is ${status}.`;
  return `"${event}" is not possible while the profile is ${status}.`;
};

const missingDetail = (missing: readonly string[]): string =>
  `There is no open ${missing.join(' and no ').replaceAll('_', ' ')}. Supply it, then repeat this.`;

const recordConsent = 'Record the consent of the person, then repeat this.';

const refusedConsent = (status: Status): string =>
  `The person has declined or withdrawn consent, and it can be given again when a reviewer asks for it, not while the profile is ${status}.`;

const tokenRefusals: Record<TokenRefusal, string> = {
  lifetime: 'A token lives for at most 24 hours, from iat (not in the future) to exp.',
  client: 'The client of this token is not configured here, or for another partner.',
  revoked: 'The token was revoked. Get a new one from POST /api/auth/token.',
};

/** The problem of a profile or of a webhook endpoint. */
const versionConflictProblem: Problem = {
  code: 'version_conflict',
  detail: 'Read what this request changes again, then repeat the request.',
};

/** One line for each error. A new error without a line here does not compile. */
const problems: { readonly [Tag in keyof ByTag]: (error: ByTag[Tag]) => Problem } = {
  InvalidRequest: ({ part, faults }) => ({ code: 'invalid_request', detail: requestPartDetails[part], faults }),
  InvalidJson: ({ why }) => ({ code: 'invalid_json', detail: why }),
  Unauthenticated: () => unauthenticatedProblem,
  InvalidToken: ({ expired, why }) => {
    const problem = expired ? expiredTokenProblem : invalidTokenProblem;
    return why === undefined ? problem : { ...problem, detail: tokenRefusals[why] };
  },
  InvalidClient: () => unauthenticatedProblem,
  InvalidScope: () => ({ code: 'invalid_request' }),
  InsufficientScope: ({ scope }) => ({
    code: 'insufficient_scope',
    detail: scope
      ? `This needs a token of POST /api/auth/token with the scope ${scope}.`
      : 'No token of this kind is accepted here.',
    ...challenge(`error="insufficient_scope"${scope && `, scope="${scope}"`}`),
  }),
  InvalidCredentials: () => ({ code: 'invalid_credentials', ...sessionChallenge }),
  NoSession: () => ({
    code: 'unauthenticated',
    detail: 'There is no session, or it has ended. Sign in again.',
    ...sessionChallenge,
  }),
  InsufficientPermission: ({ of, permission }) => ({
    code: 'insufficient_permission',
    detail: `This needs the permission ${permission}${of === undefined ? '' : ' for the whole partner, not for a team'}.`,
  }),
  NotConfigured: () => ({ code: 'not_configured' }),
  CrossSiteRequest: () => ({ code: 'cross_site_request' }),
  NotFound: () => ({ code: 'not_found', detail: 'There is nothing here that this caller may see.' }),
  NoSuchPath: () => ({ code: 'not_found', detail: noSuchPathDetail }),
  MethodNotAllowed: ({ allow }) => ({
    code: 'method_not_allowed',
    detail: `This path takes ${allow.join(', ')}.`,
    headers: { Allow: allow.join(', ') },
  }),
  InvalidTransition: ({ event, status, allowed, missing }) => ({
    code: 'invalid_transition',
    detail: missing === undefined ? transitionDetail(event, status) : missingDetail(missing),
    allowed,
    ...(missing && { missing }),
  }),
  VersionConflict: () => versionConflictProblem,
  AlreadyExists: () => versionConflictProblem,
  LedgerUnsound: () => ({ code: 'ledger_unsound', detail: ledgerUnsoundDetail }),
  LegalHoldStands: () => ({ code: 'legal_hold', detail: legalHoldDetail }),
  ConsentRequired: ({ status }) => ({
    code: 'consent_required',
    detail: `Nothing of this request was recorded. ${status === undefined ? recordConsent : refusedConsent(status)}`,
    missing: ['consent'],
  }),
  BiometricsNotPassed: ({ checks, allowed }) => ({
    code: 'biometrics_not_passed',
    detail: `No reviewer may approve while ${checks.join(' and ')} ${checks.length === 1 ? 'has' : 'have'} not passed. Ask for the steps again, or decline.`,
    allowed,
  }),
  ClaimLimitReached: ({ limit }) => ({ code: 'claim_limit_reached', detail: claimLimitDetail(limit) }),
  ReviewClaimed: ({ until }) => ({ code: 'review_claimed', detail: reviewClaimedDetail(until) }),
  ClaimRequired: () => ({ code: 'claim_required', detail: claimRequiredDetail }),
  ...draftProblems,
  FlowEnded: flowEndedProblem,
  EventsGone: ({ cursor }) => ({
    code: 'events_gone',
    detail: eventsGoneDetail,
    firstCursor: cursor,
  }),
  PreconditionFailed: () => ({ code: 'precondition_failed', detail: 'Read the profile again for its version.' }),
  CaptureRefused: ({ why }) => ({ code: `capture_${why}`, detail: captureDetails[why] }),
  TooLarge: ({ part, message }) => ({ code: 'payload_too_large', ...partFault(part, message) }),
  UnsupportedMedia: ({ part, message }) => ({ code: 'unsupported_media_type', ...partFault(part, message) }),
  UnsupportedContentType: ({ accepted }) => ({
    code: 'unsupported_media_type',
    detail: `Send ${accepted.join(' or ')}, without a content encoding.`,
  }),
  UnsupportedTransferCoding: () => ({
    code: 'not_implemented',
    detail: 'Send the body with its Content-Length, or with Transfer-Encoding: chunked and no other coding.',
  }),
  UnsupportedHttpVersion: () => ({ code: 'http_version_not_supported', detail: 'Send the request as HTTP/1.1.' }),
  Invalid: ({ faults }) => ({ code: 'validation_failed', faults }),
  LimitReached: ({ limit, message, retryAfterSeconds }) => ({
    code: 'rate_limited',
    limit,
    detail: message,
    headers: retryAfter(retryAfterSeconds),
  }),
  ImageBudgetExceeded: ({ message, retryAfterSeconds }) => ({
    code: 'image_budget_exceeded',
    limit: 'image_bytes',
    detail: message,
    headers: retryAfter(retryAfterSeconds),
  }),
  ChangeLimitReached: changeLimitProblem,
  StorageFull: storageFullProblem,
  EndpointLimitReached: ({ limit }) => ({
    code: 'endpoint_limit_reached',
    detail: `A partner has at most ${limit} webhook endpoints, those of its teams together. Delete one that is not needed any more.`,
  }),
  Unavailable: unavailableProblem,
  IdempotencyInProgress: () => ({
    code: 'idempotency_in_progress',
    detail: 'Send it again, under the same key.',
    headers: retryAfter(1),
  }),
  IdempotencyMismatch: () => ({
    code: 'idempotency_mismatch',
    detail: 'Take a new key for a new request; send a request again unchanged.',
  }),
  UploadsBusy: () => ({
    code: 'rate_limited',
    limit: 'bytes_in_flight',
    detail: 'Too many uploads are under way at this moment.',
    headers: retryAfter(2),
  }),
  ClientGone: () => ({ code: 'invalid_request', detail: 'The body ended too early.' }),
  ServiceStopping: () => ({
    code: 'service_stopping',
    detail: 'The request may have been carried out in part. Send it again, under the same Idempotency-Key.',
    headers: retryAfter(5),
    outageCause: 'service_stopping',
  }),
  Unexpected: ({ cause }) => ({ code: 'internal_error', outageCause: 'unexpected', cause }),
};

const problemByTag = <Tag extends keyof ByTag>(tag: Tag, error: ByTag[Tag]): Problem => problems[tag](error);

/** The problem for an error: its code, the details that may be disclosed, and the headers that belong to it. */
export const problemOf = (error: HttpError): Problem => problemByTag(error._tag, error);

const maxFaults = 20;
const maxPointer = 120;

/** The body of every error response: problem details (RFC 9457). */
export const ProblemBody = t.intersection(
  [
    t.type({
      type: t.string,
      title: t.string,
      status: integer(400, 599),
      code: oneOf(codeNames),
      request_id: t.string,
      retryable: t.boolean,
    }),
    t.partial({
      detail: t.string,
      errors: t.array(t.type({ pointer: t.string, message: t.string })),
      allowed: t.array(t.string),
      missing: t.array(t.string),
      first_cursor: t.string,
    }),
  ],
  'Problem',
);

/** A pointer repeats names that the caller chose, so that both their length and their number are limited here. */
const shortened = (faults: readonly DecodeFault[]) =>
  faults.slice(0, maxFaults).map(({ pointer, message }) => ({ pointer: pointer.slice(0, maxPointer), message }));

/** The problem document of an error (RFC 9457). It never contains a cause, a received value or a vendor's text. */
export const problemBody = (problem: Problem, requestId: string): t.TypeOf<typeof ProblemBody> => {
  const { status, title, retryable } = errorCodes[problem.code];
  return {
    type: problemType(problem.code),
    title,
    status,
    code: problem.code,
    ...(problem.detail !== undefined && { detail: problem.detail }),
    ...(problem.faults !== undefined && { errors: shortened(problem.faults) }),
    ...(problem.allowed !== undefined && { allowed: [...problem.allowed] }),
    ...(problem.missing !== undefined && { missing: [...problem.missing] }),
    ...(problem.firstCursor !== undefined && { first_cursor: problem.firstCursor }),
    request_id: requestId,
    retryable,
  };
};
