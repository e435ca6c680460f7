import { type NotFound, notFound, type Unavailable, unavailable } from '@portcullis/domain';
import type { UnavailableKind } from '@portcullis/domain/kernel';
import { unavailableFrom, VendorCallError } from '@portcullis/vendor-client';

/** The errors of S3 that mean something else than their status, by their codes. */
const meanings: Readonly<Record<string, UnavailableKind | 'not_found'>> = {
  NoSuchKey: 'not_found',
  ObjectLockConfigurationNotFoundError: 'not_found',

  // An operator has to act: on the keys, the bucket or the region.
  AuthorizationHeaderMalformed: 'not_configured',
  IllegalLocationConstraintException: 'not_configured',
  InvalidBucketName: 'not_configured',
  NoSuchBucket: 'not_configured',
  PermanentRedirect: 'not_configured',

  OperationAborted: 'unavailable',
  RequestTimeout: 'timeout',
  SlowDown: 'quota',
};

const kindByStatus: ReadonlyMap<number, UnavailableKind> = new Map([
  [401, 'not_configured'],
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

/** What may be logged of an error: its message may have names of the account. */
export type S3ErrorSummary = { readonly name: string; readonly status: number };

const propertyOf = (from: unknown, key: string): unknown =>
  typeof from === 'object' && from !== null ? Reflect.get(from, key) : undefined;

const summaryOf = (thrown: unknown): S3ErrorSummary | null => {
  const [name, status] = [propertyOf(thrown, 'name'), propertyOf(propertyOf(thrown, '$metadata'), 'httpStatusCode')];
  if (typeof status !== 'number') return null;
  return { name: typeof name === 'string' && /^[A-Za-z0-9]{1,64}$/.test(name) ? name : 'Unknown', status };
};

/** The bucket is at another address: in another region, where a redirect would lead, which is never followed. */
const isRedirect = (thrown: unknown): boolean => thrown instanceof VendorCallError && thrown.code === 'redirected';

/** Seconds to wait before a retry when waiting alone does not help: an operator has to act. */
const operatorRetryAfterSeconds = 3600;

const notConfigured = (cause: unknown): Unavailable =>
  unavailable('files', cause, 'not_configured', operatorRetryAfterSeconds);

/** Whether the clock of the SDK was just corrected by the response, so that the next attempt has the right time. */
const isCorrected = (thrown: unknown): boolean =>
  propertyOf(propertyOf(thrown, '$metadata'), 'clockSkewCorrected') === true;

/**
 * Converts what a client threw: by its code, by the HTTP status, or by the vendor client's rules where there was no
 * response.
 */
export const failureOf = (thrown: unknown): NotFound | Unavailable => {
  if (isRedirect(thrown)) return notConfigured({ name: 'PermanentRedirect', status: 301 });
  const summary = summaryOf(thrown);
  if (summary === null) return unavailableFrom('files', thrown);
  const { name, status } = summary;
  const meaning = (Object.hasOwn(meanings, name) ? meanings[name] : undefined) ?? kindOfStatus(status);
  if (meaning === 'not_found') return notFound;
  if (meaning !== 'not_configured') return unavailable('files', summary, meaning);
  return isCorrected(thrown) ? unavailable('files', summary) : notConfigured(summary);
};
