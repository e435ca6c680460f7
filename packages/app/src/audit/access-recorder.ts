import { type AccessLog, type Clock, E, type IdGenerator } from '@portcullis/domain';
import { type AccessCaller, type AccessLine, accessBatchLimits } from '@portcullis/domain/ports';
import { clockFault, isoNow } from '@portcullis/domain/use-cases';
import type { AccessEvent, AccessRecorder } from '@portcullis/http';
import type { Logger } from '../telemetry/logger.ts';
import { type AccessSegment, batchGroups } from './access-batches.ts';

/** The maximum delay between a line and its write, and the pause before a failed write is tried again. */
const writeEveryMs = 1000;
/** The maximum number of waiting lines. Beyond it nothing is shown until some of them are written. */
export const maxWaitingLines = 2000;

export type AccessRecorderDeps = {
  readonly log: AccessLog;
  readonly clock: Clock;
  readonly ids: IdGenerator;
  readonly logger: Logger;
};

/**
 * Collects the looks that requests report in memory, and writes them to the access log in batches. A process that is
 * killed loses the lines of its last second.
 */
export type RunningAccessRecorder = AccessRecorder & {
  /** How many lines are not written yet. */
  readonly waiting: () => number;
  /** Writes what waits; resolves when it is written, or when a write has failed. */
  readonly flush: () => Promise<void>;
  /** Writes what waits, and begins no further writes; resolves with the number of lines that are not written. */
  readonly stop: () => Promise<number>;
};

const callerOf = ({ caller }: AccessEvent): AccessCaller => {
  if (caller.kind === 'machine') return { kind: 'machine', client_id: caller.clientId };
  return caller.kind === 'staff'
    ? { kind: 'staff', staff_id: caller.staffId }
    : { kind: 'flow', link_generation: caller.generation };
};

const lineOf = (event: AccessEvent, at: string): AccessLine => ({
  at,
  request_id: event.requestId,
  operation: event.operation,
  caller: callerOf(event),
  partner_id: event.caller.tenant.partnerId,
  team_id: event.caller.tenant.teamId,
  ...(event.reviewerId !== null && { reviewer_id: event.reviewerId }),
  profile_id: event.profileId,
  ...(event.fileId !== null && { file_id: event.fileId }),
  ...(event.profileIds !== null && { profile_ids: event.profileIds }),
  status: event.status,
});

/**
 * Writes all batches of a segment. Answers whether it is written; writing it again has no second effect. By a clock
 * that is not trusted nothing is written: a row of a wrong time stands where no reader comes, or where all have been.
 */
const writeSegment = async ({ log, clock, logger }: AccessRecorderDeps, segment: AccessSegment): Promise<boolean> => {
  if (clockFault(clock)) return false;
  for (const group of batchGroups(segment)) {
    const at = isoNow(clock);
    const written = await log.append(group.map((batch) => ({ ...batch, at })))();
    if (E.isRight(written)) continue;
    logger.warn('access_log_not_written', { count: segment.lines.length, cause: written.left });
    return false;
  }
  return true;
};

/** Lines in segments: one that is filled, and those that are complete and not written, the oldest first. */
const segmentQueue = ({ ids }: AccessRecorderDeps) => {
  const complete: AccessSegment[] = [];
  let lines: AccessLine[] = [];
  let count = 0;
  return {
    /** The number of lines in all segments, and in the one that is filled. */
    count: () => count,
    filled: () => lines.length,
    add: (line: AccessLine): void => {
      lines.push(line);
      count += 1;
    },
    completeFilled: (): void => {
      if (lines.length === 0) return;
      complete.push({ name: ids.id(), lines });
      lines = [];
    },
    first: (): AccessSegment | undefined => complete[0],
    removeFirst: (): void => {
      count -= complete.shift()?.lines.length ?? 0;
    },
  };
};

/** Creates the recorder of one process. It writes by itself, by a timer that does not keep the process alive. */
export const createAccessRecorder = (deps: AccessRecorderDeps): RunningAccessRecorder => {
  const { clock, logger } = deps;
  const segments = segmentQueue(deps);
  let timer: NodeJS.Timeout | null = null;
  let writing: Promise<void> | null = null;
  let stopped = false;
  /** After a failed write the next one waits for its time, however many lines there are. */
  let failed = false;

  const writeAll = async (): Promise<void> => {
    segments.completeFilled();
    for (let next = segments.first(); next !== undefined; next = segments.first()) {
      failed = !(await writeSegment(deps, next));
      if (failed) return;
      segments.removeFirst();
      if (segments.filled() >= accessBatchLimits.lines) segments.completeFilled();
    }
  };

  const flush = (): Promise<void> => {
    writing ??= writeAll()
      .catch((cause: unknown) => logger.error('access_log_not_written', { count: segments.count(), cause }))
      .finally(() => {
        writing = null;
        if (segments.count() > 0) schedule();
      });
    return writing;
  };

  const schedule = (): void => {
    if (timer !== null || stopped) return;
    timer = setTimeout(() => {
      timer = null;
      void flush();
    }, writeEveryMs).unref();
  };

  return {
    hasRoom: () => segments.count() < maxWaitingLines,
    record: (event) => {
      segments.add(lineOf(event, isoNow(clock)));
      if (segments.filled() >= accessBatchLimits.lines && !failed) void flush();
      else schedule();
    },
    waiting: segments.count,
    flush,
    stop: async () => {
      stopped = true;
      if (timer !== null) clearTimeout(timer);
      await writing;
      await flush();
      return segments.count();
    },
  };
};
