import { E } from '@portcullis/domain';
import { monotonicNow } from '@portcullis/domain/ports';
import { clockFault } from '@portcullis/domain/use-cases';
import { type BacklogDeps, type RelayBacklog, relayBacklog } from '@portcullis/events';
import type { Logger } from '../telemetry/logger.ts';
import type { Metrics } from '../telemetry/metrics.ts';

/** How often an instance looks, whether it places itself or not. */
const everyMs = 60_000;

type PlacingWatchDeps = BacklogDeps & {
  readonly metrics: Pick<Metrics, 'registerGauge'>;
  readonly logger: Pick<Logger, 'warn'>;
};

const noBacklog: RelayBacklog = { overdue: 0, unplaced: 0, oldest: null, unnumbered: 0, followed: 0 };

/**
 * Reads once a minute whether entries wait for their place in the log, or for their number in the feeds. An instance
 * without the lease cannot see otherwise whether a relay is running. A log line says how many have waited for minutes,
 * and gauges say how many wait (up to a thousand for the log) and for how long. While the clock is not trusted the
 * duration is unknown, and its gauge is absent.
 */
export const placingWatch = (deps: PlacingWatchDeps): (() => Promise<void>) => {
  const { clock, logger, metrics } = deps;
  let backlog = noBacklog;
  /** When the feeds were seen to move last, or to have nothing to follow. */
  let movedAt = monotonicNow(clock);
  let next = monotonicNow(clock) + everyMs;
  metrics.registerGauge('portcullis_ledger_entries_overdue', () => backlog.overdue);
  metrics.registerGauge('portcullis_events_unplaced', () => backlog.unplaced + backlog.unnumbered);
  metrics.registerGauge('portcullis_events_unplaced_age_seconds', () => {
    if (clockFault(clock)) return null;
    const unplacedMs = backlog.oldest === null ? 0 : clock.now() - Date.parse(backlog.oldest);
    const unnumberedMs = backlog.unnumbered === 0 ? 0 : monotonicNow(clock) - movedAt;
    return Math.max(0, unplacedMs, unnumberedMs) / 1000;
  });
  return async () => {
    const now = monotonicNow(clock);
    if (now < next) return;
    next = now + everyMs;
    const found = await relayBacklog(deps)()();
    if (E.isLeft(found)) return logger.warn('relay_failed', { cause: found.left });
    // If the clock was set since the round began, it is unknown which entries are overdue.
    if (clockFault(clock)) return;
    if (found.right.unnumbered === 0 || found.right.followed !== backlog.followed) movedAt = now;
    backlog = found.right;
    if (backlog.overdue > 0) logger.warn('entries_not_placed', { count: backlog.overdue });
  };
};
