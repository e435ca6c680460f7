import { E, type Unavailable } from '@portcullis/domain';
import { dayMs } from '@portcullis/domain/kernel';
import type { Container } from 'inversify';
import { Tokens } from './composition/tokens.ts';

/** How often an instance asks what the partners store; in between it judges by the last answer. */
const usageEveryMs = 10_000;
const prunedCountersPerRound = 50;
/** How many partners the metrics name. */
const measuredPartners = 100;

/** Asks for the stored bytes of the partners from time to time, and deletes the counts of earlier days. */
export const usageMeasurement = (
  container: Container,
  onFailure: (cause: Unavailable) => void,
): (() => Promise<void>) => {
  const [usage, counters, clock] = [
    container.get(Tokens.storageUsage),
    container.get(Tokens.usageCounters),
    container.get(Tokens.clock),
  ];
  container
    .get(Tokens.metrics)
    .registerLabelledGauge('portcullis_tenant_stored_bytes', () =>
      usage.largest(measuredPartners).map(({ bytes, partnerId }) => [partnerId, bytes] as const),
    );
  let lastAt = Number.NEGATIVE_INFINITY;
  return async () => {
    const now = clock.now();
    if (now - lastAt < usageEveryMs) return;
    lastAt = now;
    const yesterday = new Date(now - dayMs).toISOString().slice(0, 10);
    for (const done of [await usage.refresh(), await counters.prune(yesterday, prunedCountersPerRound)()])
      if (E.isLeft(done)) onFailure(done.left);
  };
};
