import { randomInt } from 'node:crypto';
import type { RequestTrace, WatchQueue } from '@portcullis/domain/kernel';
import type { TimeReading } from '@portcullis/domain/ports';
import { type CallRecord, createVendorClient, type OwnedVendorClient } from '@portcullis/vendor-client';
import type { Config } from '../config/config.ts';
import { type VendorName, vendorLimits } from '../config/vendors/limits.ts';
import { tracedVendorClient } from '../telemetry/tracing.ts';

/** The observers of calls to vendors. */
export type VendorClientDeps = {
  readonly observe: (record: CallRecord) => void;
  /** Returns a function that takes what reads the load of a vendor's queue. */
  readonly watchQueue?: (provider: VendorName) => WatchQueue;
  /** Called with what time a vendor says it is. */
  readonly observeTime: (provider: string, reading: TimeReading, request: RequestTrace | null) => void;
};

/** A random number from 0 up to 1, in steps that are fine enough for the jitter of a pause. */
const randomFraction = (): number => randomInt(1_000_000) / 1_000_000;

/** One client for each vendor: all calls to the vendor share its circuit, its queue and its retry budget. */
export const vendorClients =
  ({ vendorDeadlineMs }: Pick<Config, 'vendorDeadlineMs'>, { observe, observeTime, watchQueue }: VendorClientDeps) =>
  (provider: VendorName, origins: readonly string[]): OwnedVendorClient => {
    const limits = vendorLimits[provider];
    const deadlineMs = vendorDeadlineMs ?? limits.deadlineMs;
    const client = createVendorClient({
      provider,
      origins,
      limits: { ...limits, deadlineMs },
      random: randomFraction,
      observe,
      ...(watchQueue && { watchQueue: watchQueue(provider) }),
      observeTime: (reading, request) => observeTime(provider, reading, request),
    });
    return tracedVendorClient(provider, client);
  };
