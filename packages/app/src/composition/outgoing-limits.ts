import type { Limits } from '@portcullis/outgoing';

const kibibytes = 1024;
const mebibytes = 1024 * kibibytes;
const breaker = { failures: 5, openMs: 10_000 } as const;

/** How much each provider may cost us; `docs/outgoing-calls.md` has the table and the reasons. */
export const outgoingLimits = {
  rekognition: { deadlineMs: 10_000, maxBytes: 2 * mebibytes, concurrency: 50, queue: 50, tries: 2, breaker },
  sts: { deadlineMs: 5_000, maxBytes: 256 * kibibytes, concurrency: 20, queue: 20, tries: 2, breaker },
  anthropic: { deadlineMs: 60_000, maxBytes: mebibytes, concurrency: 10, queue: 20, tries: 2, breaker },
  fingerprint: { deadlineMs: 3_000, maxBytes: mebibytes, concurrency: 50, queue: 50, tries: 2, breaker },
} as const satisfies { readonly [Provider in string]: Limits };

/** The providers that are called, as log and metrics name them. */
export type Provider = keyof typeof outgoingLimits;
