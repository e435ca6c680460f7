import { type NotFound, notFound, type Unavailable, unavailable } from '@portcullis/domain';
import type { ExternalService, UnavailableKind } from '@portcullis/domain/kernel';
import { unavailableFrom } from '@portcullis/vendor-client';

/** What an error of AWS means for the domain. */
export type ErrorMeaning = UnavailableKind | 'not_found';

/**
 * Every error name that the two services document for the requests that are sent here, and the errors that all AWS
 * services share.
 */
export const awsErrors: Readonly<Record<string, ErrorMeaning>> = {
  SessionNotFoundException: 'not_found',

  // An operator has to act: on the keys, the permissions or the region.
  AccessDenied: 'not_configured',
  AccessDeniedException: 'not_configured',
  AuthFailure: 'not_configured',
  ExpiredToken: 'not_configured',
  ExpiredTokenException: 'not_configured',
  IncompleteSignature: 'not_configured',
  IncompleteSignatureException: 'not_configured',
  InvalidClientTokenId: 'not_configured',
  InvalidSignatureException: 'not_configured',
  MissingAuthenticationToken: 'not_configured',
  MissingAuthenticationTokenException: 'not_configured',
  NotAuthorized: 'not_configured',
  OptInRequired: 'not_configured',
  RegionDisabledException: 'not_configured',
  RequestExpired: 'not_configured',
  RequestInTheFuture: 'not_configured',
  RequestTimeTooSkewed: 'not_configured',
  SignatureDoesNotMatch: 'not_configured',
  UnrecognizedClientException: 'not_configured',

  // The service rejects the request as such, and would reject the same request again.
  ImageTooLargeException: 'rejected',
  InvalidAction: 'rejected',
  InvalidImageFormatException: 'rejected',
  InvalidParameterException: 'rejected',
  InvalidS3ObjectException: 'rejected',
  MalformedPolicyDocumentException: 'rejected',
  PackedPolicyTooLargeException: 'rejected',
  SerializationException: 'rejected',
  UnknownOperationException: 'rejected',
  ValidationError: 'rejected',
  ValidationException: 'rejected',

  LimitExceededException: 'quota',
  ProvisionedThroughputExceededException: 'quota',
  RequestLimitExceeded: 'quota',
  ServiceQuotaExceededException: 'quota',
  Throttling: 'quota',
  // AWS returns it with status 400 and with status 500.
  ThrottlingException: 'quota',
  TooManyRequestsException: 'quota',

  InternalFailure: 'unavailable',
  InternalServerError: 'unavailable',
  ServiceUnavailable: 'unavailable',
  ServiceUnavailableException: 'unavailable',
  RequestTimeout: 'timeout',
  RequestTimeoutException: 'timeout',
};

/** The errors by which AWS rejects a request because of its time. */
const clockSkewErrors = new Set([
  'InvalidSignatureException',
  'RequestExpired',
  'RequestInTheFuture',
  'RequestTimeTooSkewed',
  'SignatureDoesNotMatch',
]);

const kindByStatus: ReadonlyMap<number, UnavailableKind> = new Map([
  [401, 'not_configured'],
  [402, 'not_configured'],
  [403, 'not_configured'],
  [408, 'timeout'],
  [429, 'quota'],
  [504, 'timeout'],
]);

const kindOfStatus = (status: number): UnavailableKind => {
  const kind = kindByStatus.get(status);
  if (kind !== undefined) return kind;
  if (status >= 500) return 'unavailable';
  return status >= 400 ? 'rejected' : 'invalid_response';
};

/**
 * What may be logged of an error of AWS. Its message contains account numbers and its response may contain keys, so
 * both are dropped.
 */
export type AwsErrorSummary = { readonly name: string; readonly status: number };

const propertyOf = (from: unknown, key: string): unknown =>
  typeof from === 'object' && from !== null ? Reflect.get(from, key) : undefined;

/** The error's name and the status of its response; `null` when there was no response. */
const summaryOf = (thrown: unknown): AwsErrorSummary | null => {
  const [name, status] = [propertyOf(thrown, 'name'), propertyOf(propertyOf(thrown, '$metadata'), 'httpStatusCode')];
  if (typeof status !== 'number') return null;
  return { name: typeof name === 'string' && /^[A-Za-z0-9]{1,64}$/.test(name) ? name : 'Unknown', status };
};

const meaningOf = ({ name, status }: AwsErrorSummary, thrown: unknown): ErrorMeaning => {
  // The SDK has just corrected its clock by the response, so the next attempt is signed with the right time.
  if (clockSkewErrors.has(name) && propertyOf(propertyOf(thrown, '$metadata'), 'clockSkewCorrected') === true)
    return 'unavailable';
  return Object.hasOwn(awsErrors, name) ? (awsErrors[name] ?? 'invalid_response') : kindOfStatus(status);
};

const operatorRetryAfterSeconds = 3600;

/**
 * Converts what an AWS client threw: by the error's name, by the HTTP status when the name is not known, and by the
 * vendor client's rules when there was no response.
 */
export const failureOf = (service: ExternalService, thrown: unknown): NotFound | Unavailable => {
  const summary = summaryOf(thrown);
  if (summary === null) return unavailableFrom(service, thrown);
  const meaning = meaningOf(summary, thrown);
  if (meaning === 'not_found') return notFound;
  return meaning === 'not_configured'
    ? unavailable(service, summary, meaning, operatorRetryAfterSeconds)
    : unavailable(service, summary, meaning);
};

/** Converts an error for a request about nothing that could be missing. */
export const notFoundAsRejected =
  (service: ExternalService) =>
  (reason: NotFound | Unavailable): Unavailable =>
    reason._tag === 'NotFound' ? unavailable(service, reason, 'rejected') : reason;
