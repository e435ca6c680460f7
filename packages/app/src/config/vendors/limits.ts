import type { VendorLimits } from '@portcullis/vendor-client';
import { vendors } from './table.ts';
import { breaker, kibibytes, mebibytes } from './vendor.ts';

/** The limits of the calls to each provider; `docs/vendor-calls.md` has the table and the reasons. */
export const vendorLimits = {
  ...vendors.cloud.limits,
  ...vendors.ai.limits,
  ...vendors.fingerprint.limits,
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
} as const satisfies { readonly [Provider in string]: VendorLimits };

/** The providers that are called, by their names in the log and the metrics. */
export type VendorName = keyof typeof vendorLimits;
