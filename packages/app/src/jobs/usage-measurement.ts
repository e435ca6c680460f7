import { type Clock, E, type Unavailable } from '@portcullis/domain';
import { dayMs } from '@portcullis/domain/kernel';
import { monotonicNow, type UsageCounters } from '@portcullis/domain/ports';
import type { StorageUsage } from '../composition/storage-usage.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { pruneOlder } from './prune-older.ts';

/** How often an instance asks what the partners store; in between it judges by the last answer. */
const usageEveryMs = 10_000;
const prunedCountersPerRound = 50;
/** How many partners the metrics name. */
const measuredPartners = 100;

type UsageMeasurementDeps = {
  readonly usage: Pick<StorageUsage, 'largest' | 'refresh'>;
  readonly counters: Pick<UsageCounters, 'prune'>;
  readonly clock: Clock;
  readonly metrics: Pick<Metrics, 'registerLabelledGauge'>;
  readonly onFailure: (cause: Unavailable) => void;
};

/** Asks for the stored bytes of the partners from time to time, and deletes the counts of earlier days. */
export const usageMeasurement = (deps: UsageMeasurementDeps): (() => Promise<void>) => {
  const { clock, counters, metrics, onFailure, usage } = deps;
  metrics.registerLabelledGauge('portcullis_tenant_stored_bytes', () =>
    usage.largest(measuredPartners).map(({ bytes, partnerId }) => [partnerId, bytes] as const),
  );
  const prune = (yesterday: string) => counters.prune(yesterday.slice(0, 10), prunedCountersPerRound);
  let lastAt = Number.NEGATIVE_INFINITY;
  return async () => {
    const now = monotonicNow(clock);
    if (now - lastAt < usageEveryMs) return;
    lastAt = now;
    for (const done of [await usage.refresh(), await pruneOlder(clock, dayMs, prune)()])
      if (E.isLeft(done)) onFailure(done.left);
  };
};
