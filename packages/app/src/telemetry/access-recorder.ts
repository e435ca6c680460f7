import { type AccessLog, type Clock, E, type IdGenerator } from '@portcullis/domain';
import { type AccessCaller, type AccessLine, accessBatchLimits } from '@portcullis/domain/ports';
import { clockFault, isoNow } from '@portcullis/domain/use-cases';
import type { AccessEvent, AccessRecorder } from '@portcullis/http';
import { type AccessSegment, batchGroups } from './access-batches.ts';
import { type AccessJournal, maxSegmentAgeMs } from './access-journal.ts';
import type { Logger } from './logger.ts';

/** The maximum delay between a line and its write, and the pause before a failed write is tried again. */
const writeEveryMs = 1000;
/** The maximum number of waiting lines. Beyond it nothing is shown until some of them are written. */
export const maxWaitingLines = 2000;

export type AccessRecorderDeps = {
  readonly log: AccessLog;
  readonly clock: Clock;
  readonly ids: IdGenerator;
  readonly logger: Logger;
  /** Keeps the lines until they are in the access log, in a folder; with `null` they are in memory alone. */
  readonly journal: AccessJournal | null;
};

/** Collects the looks that requests report, and writes them to the access log in batches. */
export type RunningAccessRecorder = AccessRecorder & {
  /** How many lines are not written yet. */
  readonly waiting: () => number;
  /** Writes what waits; resolves when it is written, or when a write has failed. */
  readonly flush: () => Promise<void>;
  /** Writes what processes that were killed have left in the journal. It never rejects. */
  readonly recover: () => Promise<void>;
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

/** The use of a journal that may fail: a failure is logged, and remembered until everything is in the access log. */
const guardedJournal = ({ journal, logger }: AccessRecorderDeps) => {
  let broken = false;
  return {
    /** Answers whether the journal has done it, for a request where that is given. */
    use: (act: (kept: AccessJournal) => void, requestId?: string): boolean => {
      try {
        if (journal !== null) act(journal);
        return true;
      } catch (cause) {
        broken = true;
        logger.error('access_journal_failed', { ...(requestId !== undefined && { request_id: requestId }), cause });
        return false;
      }
    },
    /** Whether a line may be in no file. */
    isBroken: () => broken,
    markWhole: () => {
      broken = false;
    },
  };
};

/**
 * Lines in segments: one that is filled, and those that are complete and not written, the oldest first. A segment has
 * the same lines in its file and in memory, or no file at all: two processes may write it under the same name.
 */
const segmentQueue = ({ clock, ids }: AccessRecorderDeps, { use }: ReturnType<typeof guardedJournal>) => {
  const complete: AccessSegment[] = [];
  let lines: AccessLine[] = [];
  let name = ids.id();
  let begunAt = 0;
  let hasFile = true;
  let count = 0;

  const beginNext = (): void => {
    lines = [];
    name = ids.id();
    hasFile = true;
  };
  const completeFilled = (requestId?: string): void => {
    if (lines.length === 0) return;
    complete.push({ name, lines });
    use((kept) => kept.complete(name), requestId);
    beginNext();
  };
  const abandonEmpty = (requestId: string): void => {
    use((kept) => kept.remove(name), requestId);
    beginNext();
  };
  /** After a pause of the process, another one may have taken the file. */
  const isOld = (): boolean => clock.now() - begunAt > maxSegmentAgeMs;
  /** Answers whether the line is in the file, so that whoever takes it has it. If not, the next segment is begun. */
  const keep = (line: AccessLine): boolean => {
    if (lines.length === 0) begunAt = clock.now();
    if (use((kept) => kept.append(name, line), line.request_id) && !isOld()) return true;
    if (lines.length === 0) abandonEmpty(line.request_id);
    else completeFilled(line.request_id);
    return false;
  };

  return {
    /** The number of lines in all segments, and in the one that is filled. */
    count: () => count,
    filled: () => lines.length,
    add: (line: AccessLine): void => {
      if (lines.length > 0 && isOld()) completeFilled(line.request_id);
      if (hasFile) hasFile = keep(line) || keep(line);
      lines.push(line);
      count += 1;
    },
    completeFilled,
    first: (): AccessSegment | undefined => complete[0],
    removeFirst: (): void => {
      const [written] = complete.splice(0, 1);
      if (written === undefined) return;
      use((kept) => kept.remove(written.name));
      count -= written.lines.length;
    },
  };
};

/** Takes what other processes have left and writes it. One file that cannot be read or removed stops no other. */
const recoverSegments = async (deps: AccessRecorderDeps, kept: AccessJournal): Promise<void> => {
  const attempt = async (act: () => unknown): Promise<void> => {
    try {
      await act();
    } catch (cause) {
      deps.logger.error('access_journal_failed', { cause });
    }
  };
  await attempt(async () => {
    for (const file of kept.orphans()) {
      await attempt(async () => {
        const segment = kept.take(file);
        if (segment !== null && (await writeSegment(deps, segment))) kept.remove(segment.name);
      });
    }
  });
};

/** Creates the recorder of one process. It writes by itself, by a timer that does not keep the process alive. */
export const createAccessRecorder = (deps: AccessRecorderDeps): RunningAccessRecorder => {
  const { clock, journal, logger } = deps;
  const guarded = guardedJournal(deps);
  const segments = segmentQueue(deps, guarded);
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
    if (segments.filled() === 0) guarded.markWhole();
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
    hasRoom: () => segments.count() < maxWaitingLines && !guarded.isBroken(),
    record: (event) => {
      segments.add(lineOf(event, isoNow(clock)));
      if (segments.filled() >= accessBatchLimits.lines && !failed) void flush();
      else schedule();
    },
    waiting: segments.count,
    flush,
    recover: async () => {
      if (journal !== null) await recoverSegments(deps, journal);
    },
    stop: async () => {
      stopped = true;
      if (timer !== null) clearTimeout(timer);
      await writing;
      await flush();
      return segments.count();
    },
  };
};
