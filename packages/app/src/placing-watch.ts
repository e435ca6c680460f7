import { type Clock, E } from '@portcullis/domain';
import { type LedgerLog, monotonicNow } from '@portcullis/domain/ports';
import { overdueEntries } from '@portcullis/domain/use-cases';
import type { Logger } from './telemetry/logger.ts';
import type { Metrics } from './telemetry/metrics.ts';

/** How often an instance looks, whether it places itself or not. */
const everyMs = 60_000;

type PlacingWatchDeps = {
  readonly ledgerLog: Pick<LedgerLog, 'waiting'>;
  readonly clock: Clock;
  readonly metrics: Pick<Metrics, 'registerGauge'>;
  readonly logger: Pick<Logger, 'warn'>;
};

/**
 * Looks once a minute whether entries wait for their place in the log for minutes: an instance that does not have the
 * lease cannot see otherwise whether anybody places. A log line and a gauge say how many do, up to a thousand.
 */
export const placingWatch = ({ clock, ledgerLog, logger, metrics }: PlacingWatchDeps): (() => Promise<void>) => {
  let overdue = 0;
  let next = monotonicNow(clock) + everyMs;
  metrics.registerGauge('portcullis_ledger_entries_overdue', () => overdue);
  return async () => {
    const now = monotonicNow(clock);
    if (now < next) return;
    next = now + everyMs;
    const found = await overdueEntries({ clock, ledgerLog })()();
    if (E.isLeft(found)) return logger.warn('relay_failed', { cause: found.left });
    overdue = found.right.length;
    if (overdue > 0) logger.warn('entries_not_placed', { count: overdue });
  };
};
