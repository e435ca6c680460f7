import {
  type NotFound,
  notFound,
  type Service,
  type Unavailable,
  type UnavailableKind,
  unavailable,
} from '@portcullis/domain';
import { unavailableFrom } from '@portcullis/outgoing';

/** What an error of AWS means for the core. */
export type Meaning = UnavailableKind | 'not_found';

/** Every error name that the two services document for what we ask, and those that all of AWS has in common. */
export const awsErrors: Readonly<Record<string, Meaning>> = {
  SessionNotFoundException: 'not_found',

  // Keys, permissions, region: an operator has to do something.
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

  // What we sent is not what the service takes: the same again would be refused again.
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
  // With status 400 and with 500.
  ThrottlingException: 'quota',
  TooManyRequestsException: 'quota',

  InternalFailure: 'unavailable',
  InternalServerError: 'unavailable',
  ServiceUnavailable: 'unavailable',
  ServiceUnavailableException: 'unavailable',
  RequestTimeout: 'timeout',
  RequestTimeoutException: 'timeout',
};

/** Answers to a request whose time was not believed. */
const aboutTime = new Set([
  'InvalidSignatureException',
  'RequestExpired',
  'RequestInTheFuture',
  'RequestTimeTooSkewed',
  'SignatureDoesNotMatch',
]);

const byStatus: ReadonlyMap<number, UnavailableKind> = new Map([
  [401, 'not_configured'],
  [402, 'not_configured'],
  [403, 'not_configured'],
  [408, 'timeout'],
  [429, 'quota'],
  [504, 'timeout'],
]);

const kindOfStatus = (status: number): UnavailableKind => {
  const kind = byStatus.get(status);
  if (kind !== undefined) return kind;
  if (status >= 500) return 'unavailable';
  return status >= 400 ? 'rejected' : 'invalid_response';
};

/** What the log may know of an error of AWS. Its message has account numbers in it and its answer may have keys, so both stay behind. */
export type AwsFault = { readonly name: string; readonly status: number };

const at = (from: unknown, key: string): unknown =>
  typeof from === 'object' && from !== null ? Reflect.get(from, key) : undefined;

/** The error's name and the status of the answer that it came with; `null` where there was no answer. */
const faultOf = (thrown: unknown): AwsFault | null => {
  const [name, status] = [at(thrown, 'name'), at(at(thrown, '$metadata'), 'httpStatusCode')];
  if (typeof status !== 'number') return null;
  return { name: typeof name === 'string' && /^[A-Za-z0-9]{1,64}$/.test(name) ? name : 'Unknown', status };
};

const meaningOf = ({ name, status }: AwsFault, thrown: unknown): Meaning => {
  // The SDK has just set its clock by the answer: the next try is signed with the right time.
  if (aboutTime.has(name) && at(at(thrown, '$metadata'), 'clockSkewCorrected') === true) return 'unavailable';
  return Object.hasOwn(awsErrors, name) ? (awsErrors[name] ?? 'invalid_response') : kindOfStatus(status);
};

const anHour = 3600;

/** What something that an AWS client threw means: by the error's name, by the status where nobody knows the name, and by the way out where nothing was answered. */
export const failureOf = (service: Service, thrown: unknown): NotFound | Unavailable => {
  const fault = faultOf(thrown);
  if (fault === null) return unavailableFrom(service, thrown);
  const meaning = meaningOf(fault, thrown);
  if (meaning === 'not_found') return notFound;
  return meaning === 'not_configured'
    ? unavailable(service, fault, meaning, anHour)
    : unavailable(service, fault, meaning);
};

/** For what has nothing that could be missing. */
export const neverMissing =
  (service: Service) =>
  (reason: NotFound | Unavailable): Unavailable =>
    reason._tag === 'NotFound' ? unavailable(service, reason, 'rejected') : reason;
