import { type Clock, E, type Unavailable } from '@portcullis/domain';
import { monotonicNow } from '@portcullis/domain/ports';
import { clockFault } from '@portcullis/domain/use-cases';
import { type WebhookDelivery, webhookKeptMs } from '@portcullis/events';
import type { WebhookDeliveries } from '@portcullis/events/ports';
import { pruneOlder } from './prune-older.ts';

/**
 * How often attempts and dead letters are removed after their retention, and how many rows of each kind at once. No
 * lease is renewed meanwhile.
 */
const pruneEveryMs = 600_000;
const prunedAtOnce = 500;
/** How soon more are removed where that was not all of them. */
const pruneOnMs = 5000;

/** How often what waits is counted. */
const countEveryMs = 30_000;

type WebhookRoundDeps = {
  readonly delivery: Pick<WebhookDelivery, 'round'>;
  readonly deliveries: Pick<WebhookDeliveries, 'counts' | 'prune'>;
  readonly clock: Clock;
  readonly onCounted: (counts: { readonly waiting: number; readonly dead: number }) => void;
  readonly onFailure: (cause: Unavailable) => void;
};

/**
 * One round of deliveries. By a clock that may be wrong nothing is sent: receivers would refuse the time of the
 * signature, and leases would be taken from instances that hold them.
 */
export const webhookRounds = (deps: WebhookRoundDeps): (() => Promise<void>) => {
  const { clock, deliveries, delivery, onCounted, onFailure } = deps;
  let nextPrune = monotonicNow(clock);
  let nextCount = monotonicNow(clock);
  return async () => {
    if (clockFault(clock)) return;
    const done = await delivery.round();
    if (E.isLeft(done)) onFailure(done.left);
    const now = monotonicNow(clock);
    if (now >= nextCount) {
      nextCount = now + countEveryMs;
      const counted = await deliveries.counts()();
      if (E.isLeft(counted)) onFailure(counted.left);
      else onCounted(counted.right);
    }
    if (now < nextPrune) return;
    nextPrune = now + pruneEveryMs;
    const pruned = await pruneOlder(clock, webhookKeptMs, (before) => deliveries.prune(before, prunedAtOnce))();
    if (E.isLeft(pruned)) onFailure(pruned.left);
    else if (pruned.right >= prunedAtOnce) nextPrune = now + pruneOnMs;
  };
};
