import { type ErrorMeanings, failureIn } from '@portcullis/vendor-client/aws-sdk';

/**
 * Every error name that the two services document for the requests that are sent here, and the errors that all AWS
 * services share.
 */
export const awsErrors: ErrorMeanings = {
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

/** Converts what a client of Rekognition or STS threw. */
export const failureOf = failureIn(awsErrors, clockSkewErrors);
