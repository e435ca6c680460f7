import type { VendorLimits } from '@portcullis/vendor-client';

const kibibytes = 1024;
const mebibytes = 1024 * kibibytes;
const breaker = { failures: 5, openMs: 10_000 } as const;

/** The limits of the calls to each vendor; `docs/vendor-calls.md` has the table and the reasons. */
export const vendorLimits = {
  rekognition: {
    deadlineMs: 10_000,
    maxBytes: 2 * mebibytes,
    concurrency: 50,
    queue: 50,
    maxAttempts: 2,
    breaker,
  },
  sts: {
    deadlineMs: 5_000,
    maxBytes: 256 * kibibytes,
    concurrency: 20,
    queue: 20,
    maxAttempts: 2,
    breaker,
  },
  anthropic: {
    deadlineMs: 60_000,
    maxBytes: mebibytes,
    concurrency: 10,
    queue: 20,
    maxAttempts: 2,
    breaker,
  },
  openid: {
    deadlineMs: 5_000,
    maxBytes: 256 * kibibytes,
    concurrency: 10,
    queue: 20,
    maxAttempts: 1,
    breaker,
  },
  s3: {
    deadlineMs: 20_000,
    maxBytes: 64 * mebibytes,
    concurrency: 50,
    queue: 50,
    maxAttempts: 2,
    breaker,
  },
  fingerprint: {
    deadlineMs: 3_000,
    maxBytes: mebibytes,
    concurrency: 50,
    queue: 50,
    maxAttempts: 2,
    breaker,
  },
} as const satisfies { readonly [Provider in string]: VendorLimits };

/** The vendors that are called, by their names in the log and the metrics. */
export type VendorName = keyof typeof vendorLimits;
