import { availableParallelism } from 'node:os';
import { E, type Either, type Unavailable, unavailable } from '@portcullis/domain';
import { boundedSemaphore, type SemaphoreRejection, type WatchQueue, withOutageCause } from '@portcullis/domain/kernel';
import { overdue, timeout, withDeadline } from './deadline.ts';

export type QueueOptions = {
  /** How many tasks run at once, each in a thread of its own. */
  readonly threads: number;
  /**
   * How long one task may take, including its wait, before it is stopped. At most half of that may be spent waiting.
   */
  readonly deadlineMs: number;
  /** How many tasks may wait for those that run. One more is refused at once. */
  readonly maxWaiting: number;
  /** After this idle time a thread is ended and its memory freed. The next task starts a new one. */
  readonly idleMs: number;
  readonly watchQueue?: WatchQueue;
};

/**
 * How many threads read documents when nothing else is said: one for two processors, since what else a document costs
 * (encoding, measuring, the database) is about as much as its reading, and at most four, since each holds its engines
 * in memory. A container may be allowed less than the processors of its host suggest: one for each GiB of its memory.
 */
export const threadsByMachine = (
  processors = availableParallelism(),
  memoryLimit = process.constrainedMemory(),
): number => {
  const byMemory = memoryLimit > 0 ? Math.floor(memoryLimit / 2 ** 30) : Number.POSITIVE_INFINITY;
  return Math.max(1, Math.min(4, Math.floor(processors / 2), byMemory));
};

/** A thread that works for a queue. It starts with the first task. */
type QueueThread = { readonly close: () => Promise<void> };

export type WorkQueue<Worker extends QueueThread> = {
  /**
   * Runs a task when a thread is free. Tasks begin in order. A task that exceeds the deadline is `Unavailable` of kind
   * `timeout`, and its thread is replaced. A task that finds the queue full or has waited too long is of kind `quota`
   * and counts as not sent. A task after `close` is of kind `unavailable`.
   */
  readonly run: <A>(work: (thread: Worker) => Promise<A>) => Promise<Either<Unavailable, A>>;
  readonly close: () => Promise<void>;
};

const failed = (why: string, kind: Unavailable['kind']) => E.left(unavailable('document_reader', new Error(why), kind));

/** A queue is closed when the service stops. Another instance can be asked. */
const queueClosed = () =>
  E.left(withOutageCause(unavailable('document_reader', new Error('the reader is closed')), 'service_stopping'));

/**
 * Nothing was done yet and there is room again soon: it does not count as an attempt, and the photo is not to blame.
 */
const busy = (why: string) =>
  E.left({ ...unavailable('document_reader', new Error(why), 'quota', 1), notSent: true as const });

const busyReasons: { readonly [Rejection in SemaphoreRejection]: string } = {
  queue_full: 'too many documents wait to be read',
  waited_too_long: 'waited too long for its turn',
};

/** Holds the current thread. A restart ends it whatever it does, and the next task gets a new one. */
const restartableThread = <Worker extends QueueThread>(open: () => Worker, idleMs: number) => {
  let thread = open();
  let idle: NodeJS.Timeout | undefined;
  const stopIdleTimer = (): void => clearTimeout(idle);
  const restart = (): Promise<void> => {
    stopIdleTimer();
    const old = thread;
    thread = open();
    return old.close();
  };
  const startIdleTimer = (): void => {
    stopIdleTimer();
    idle = setTimeout(restart, idleMs).unref();
  };
  return { current: () => thread, stopIdleTimer, startIdleTimer, restart };
};

type RestartableThread<Worker extends QueueThread> = ReturnType<typeof restartableThread<Worker>>;

export const createWorkQueue = <Worker extends QueueThread>(
  open: () => Worker,
  options: QueueOptions,
): WorkQueue<Worker> => {
  const { deadlineMs, idleMs, maxWaiting } = options;
  const threads = Array.from({ length: options.threads }, () => restartableThread(open, idleMs));
  // The thread that was used last is taken first, so that the others become idle and end.
  const free = [...threads];
  const turns = boundedSemaphore(threads.length, maxWaiting);
  options.watchQueue?.(turns.load);
  let closed = false;

  const runIn = async <A>(thread: RestartableThread<Worker>, work: (thread: Worker) => Promise<A>, endsAt: number) => {
    try {
      const answer = await withDeadline(endsAt - performance.now(), work(thread.current()));
      if (answer !== overdue) return E.right(answer);
    } catch (cause) {
      void thread.restart();
      return closed ? queueClosed() : E.left(unavailable('document_reader', cause));
    }
    void thread.restart();
    return failed('did not finish before the deadline', 'timeout');
  };

  const runInTime = async <A>(work: (thread: Worker) => Promise<A>, endsAt: number) => {
    const thread = closed ? undefined : free.pop();
    if (!thread) return queueClosed();
    thread.stopIdleTimer();
    try {
      return await runIn(thread, work, endsAt);
    } finally {
      free.push(thread);
      if (!closed) thread.startIdleTimer();
    }
  };

  return {
    run: async (work) => {
      if (closed) return queueClosed();
      const endsAt = performance.now() + deadlineMs;
      // A task waits for at most half of the deadline. One that starts later would not finish in time, and would end
      // the thread that the next task needs.
      const result = await turns.run(() => runInTime(work, endsAt), timeout(deadlineMs / 2));
      return E.isLeft(result) ? busy(busyReasons[result.left]) : result.right;
    },
    close: async () => {
      closed = true;
      await Promise.all(threads.map(({ restart }) => restart()));
    },
  };
};
