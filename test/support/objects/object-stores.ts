import { randomBytes } from 'node:crypto';
import { s3ObjectStore } from '@portcullis/adapter-s3';
import type { ObjectStore } from '@portcullis/record-store/driver';
import type { S3Options } from '#adapters/s3/s3-client';
import { aVendorClient } from '../clients/vendor-clients.ts';
import type { Place } from './places.ts';

/** Options for a place, below a prefix that no other test has, and with a vendor client of their own. */
export const s3Options = (place: Place, over: Partial<S3Options> = {}): S3Options => ({
  ...place,
  prefix: `test-${randomBytes(6).toString('hex')}/`,
  pathStyle: true,
  vendorClient: aVendorClient(place.endpoint, { maxBytes: 80 * 1024 * 1024 }).way,
  ...over,
});

/** A store in a bucket. */
export const storeAt = (place: Place, over: Partial<S3Options> = {}): ObjectStore =>
  s3ObjectStore(s3Options(place, over));
