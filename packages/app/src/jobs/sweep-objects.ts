import { type Clock, E } from '@portcullis/domain';
import { monotonicNow } from '@portcullis/domain/ports';
import { clockFault } from '@portcullis/domain/use-cases';
import type { RecordStore } from '@portcullis/record-store';
import type { Logger } from '../telemetry/logger.ts';
import type { Metrics } from '../telemetry/metrics.ts';

/** How often all objects are looked at. */
const everyMs = 3_600_000;
/**
 * How old an object without a row has to be. Its writer has died long before; but a database that was restored, or a
 * copy of one, lacks the rows of newer objects, and an operator needs days to notice which of them it is.
 */
const graceMs = 30 * 86_400_000;
/** The maximum number of pages in one round; the next round continues. */
const pagesPerRound = 20;

type SweepObjectsDeps = {
  readonly sweep: NonNullable<RecordStore['objects']['sweep']>;
  readonly clock: Clock;
  /** Whether this instance is the one that places entries: of several one sweeps. */
  readonly hasLease: () => boolean;
  readonly logger: Pick<Logger, 'info' | 'warn'>;
  readonly countSweepFailure: Metrics['countSweepFailure'];
};

/** Removes the objects that no row names, a part in each round: from the first round on, and then once an hour. */
export const sweepObjects = (deps: SweepObjectsDeps): (() => Promise<void>) => {
  const { clock, countSweepFailure, hasLease, logger, sweep } = deps;
  let due = monotonicNow(clock);
  let after: string | null = null;

  const sweepPages = async (): Promise<number> => {
    let removed = 0;
    for (let page = 0; page < pagesPerRound; page += 1) {
      // By a clock that is not trusted nothing is old.
      if (clockFault(clock) || !hasLease()) return removed;
      const swept = await sweep(clock.now() - graceMs, after)();
      if (E.isLeft(swept)) {
        countSweepFailure('objects');
        logger.warn('sweep_failed', { part: 'objects', cause: swept.left });
        return removed;
      }
      removed += swept.right.removed;
      after = swept.right.next;
      if (after !== null) continue;
      due = monotonicNow(clock) + everyMs;
      return removed;
    }
    return removed;
  };

  return async () => {
    if (monotonicNow(clock) < due) return;
    const removed = await sweepPages();
    if (removed > 0) logger.info('objects_removed', { count: removed });
  };
};
