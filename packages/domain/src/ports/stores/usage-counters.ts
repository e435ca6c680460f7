import type { Unavailable } from '../../kernel/errors.ts';
import type { TaskEither } from '../../kernel/fp.ts';

/** The providers that are paid for each call. */
export const paidProviders = ['document_reader', 'liveness', 'faces', 'device'] as const;
export type PaidProvider = (typeof paidProviders)[number];

/** The calls of a partner to a provider on one day (UTC, `YYYY-MM-DD`). */
export type CallCount = { readonly partnerId: string; readonly provider: PaidProvider; readonly day: string };

/** How many bytes the files of a partner take. */
export type StoredBytes = { readonly partnerId: string; readonly bytes: number };

/**
 * Counts what the tenants use, over all instances and across restarts. The bytes are counted by `ProfileStore.commit`.
 */
export type UsageCounters = {
  /** Adds calls, or takes some back, and answers the count with them. Each of several writers is counted. */
  readonly addCalls: (count: CallCount, calls: number) => TaskEither<Unavailable, number>;
  /** Lists at most `limit` (1 to 500) partners with stored bytes, by an order of its own, that follow `after`. */
  readonly storedBytes: (after: string | null, limit: number) => TaskEither<Unavailable, readonly StoredBytes[]>;
  /** Removes at most `limit` counts of days before this one; answers how many it removed. */
  readonly prune: (day: string, limit: number) => TaskEither<Unavailable, number>;
};
