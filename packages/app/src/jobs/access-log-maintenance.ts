import { type AccessLog, type Clock, E, type Either, type Unavailable } from '@portcullis/domain';
import { dayMs } from '@portcullis/domain/kernel';
import { monotonicNow } from '@portcullis/domain/ports';
import { pruneOlder } from './prune-older.ts';

/** How long the access log is left alone once there is nothing to do, and how many rows are removed at once. */
const pauseMs = 60_000;
const prunedRows = 50;

type AccessLogMaintenanceDeps = {
  readonly accessLog: Pick<AccessLog, 'prune'>;
  readonly clock: Clock;
  readonly keptDays: number;
};

/**
 * The part of a sweep that maintains the access log: it removes lines after their retention. When no more lines are
 * old, it looks again after a minute.
 */
export const accessLogMaintenance = (deps: AccessLogMaintenanceDeps): (() => Promise<Either<Unavailable, void>>) => {
  const { accessLog, clock, keptDays } = deps;
  let next = 0;
  return async () => {
    const now = monotonicNow(clock);
    if (now < next) return E.right(undefined);
    next = now + pauseMs;
    const pruned = await pruneOlder(clock, keptDays * dayMs, (before) => accessLog.prune(before, prunedRows))();
    if (E.isLeft(pruned)) return pruned;
    if (pruned.right >= prunedRows) next = now;
    return E.right(undefined);
  };
};
