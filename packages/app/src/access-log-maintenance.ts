import { type AccessLog, type Clock, E, type Either, type Unavailable } from '@portcullis/domain';
import { dayMs } from '@portcullis/domain/kernel';
import { monotonicNow } from '@portcullis/domain/ports';
import { pruneOlder } from './jobs/prune-older.ts';
import type { RunningAccessRecorder } from './telemetry/access-recorder.ts';
import type { Logger } from './telemetry/logger.ts';
import { withTimeLimit } from './time-limit.ts';

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

/**
 * Writes the lines that are not in the access log yet, for at most `ms` milliseconds, and answers how many are left,
 * even if the database does not answer in this time.
 */
export const endAccessLog = async (
  recorder: Pick<RunningAccessRecorder, 'stop' | 'waiting'>,
  logger: Logger,
  ms: number,
): Promise<void> => {
  await withTimeLimit(ms, recorder.stop());
  const left = recorder.waiting();
  if (left > 0) logger.error('access_log_lines_lost', { count: left });
};
