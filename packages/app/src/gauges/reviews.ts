import type { ReviewQueue, WaitingCount } from '@portcullis/backoffice/ports';
import { type Clock, E, type Unavailable } from '@portcullis/domain';
import { monotonicNow } from '@portcullis/domain/ports';
import { clockFault } from '@portcullis/domain/use-cases';
import type { Metrics } from '../telemetry/metrics.ts';

/** How often an instance counts. Each round sends one statement. */
const everyMs = 30_000;

const hourMs = 3_600_000;

type ReviewGaugesDeps = {
  readonly reviewQueue: Pick<ReviewQueue, 'measure'>;
  readonly reviewSlaHours: number;
  readonly clock: Clock;
  readonly metrics: Pick<Metrics, 'registerGauge'>;
  readonly onFailure: (cause: Unavailable) => void;
};

/**
 * Registers the gauges of the profiles that wait for a reviewer, and answers what measures them, twice a minute. A
 * count that could not be made is not there, rather than an old one, and none is while the clock is not trusted.
 */
export const reviewGauges = ({
  clock,
  metrics,
  onFailure,
  reviewQueue,
  reviewSlaHours,
}: ReviewGaugesDeps): (() => Promise<void>) => {
  let counted: WaitingCount | null = null;
  let next = Number.NEGATIVE_INFINITY;
  const count = (): WaitingCount | null => (clockFault(clock) ? null : counted);
  const ageOf = ({ since }: WaitingCount): number =>
    since === null ? 0 : Math.max(0, (clock.now() - Date.parse(since)) / 1000);

  metrics.registerGauge('portcullis_reviews_waiting', () => count()?.waiting ?? null);
  metrics.registerGauge('portcullis_reviews_overdue', () => count()?.overdue ?? null);
  metrics.registerGauge('portcullis_review_age_seconds', () => {
    const known = count();
    return known === null ? null : ageOf(known);
  });
  return async () => {
    const now = monotonicNow(clock);
    if (now < next) return;
    next = now + everyMs;
    const until = new Date(clock.now() - reviewSlaHours * hourMs).toISOString();
    const measured = await reviewQueue.measure(until)();
    if (E.isLeft(measured)) onFailure(measured.left);
    counted = E.isRight(measured) ? measured.right : null;
  };
};
