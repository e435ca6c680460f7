import type { NotFound, Unavailable } from '@portcullis/domain';
import { VendorCallError } from '@portcullis/vendor-client';
import { type ErrorMeanings, failureIn, notConfigured } from '@portcullis/vendor-client/aws-sdk';

/** The errors of S3 that mean something else than their status, by their codes. */
const meanings: ErrorMeanings = {
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

const failureByName = failureIn(meanings, null);

/** The bucket is at another address: in another region, where a redirect would lead, which is never followed. */
const isRedirect = (thrown: unknown): boolean => thrown instanceof VendorCallError && thrown.code === 'redirected';

/** Converts what a client of S3 threw. */
export const failureOf = (thrown: unknown): NotFound | Unavailable =>
  isRedirect(thrown)
    ? notConfigured('files', { name: 'PermanentRedirect', status: 301 })
    : failureByName('files', thrown);
