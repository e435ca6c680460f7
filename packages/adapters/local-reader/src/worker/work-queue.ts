import { E, type Either, type Unavailable, unavailable } from '@portcullis/domain';
import { overdue, withDeadline } from './deadline.ts';
import { createTurnQueue } from './turn-queue.ts';

export type QueueOptions = {
  /**
   * How long one task may take, including its wait, before it is stopped. At most half of that may be spent waiting.
   */
  readonly deadlineMs: number;
  /** How many tasks may wait for the one that runs. One more is refused at once. */
  readonly maxWaiting: number;
  /** After this idle time the thread is ended and its memory freed. The next task starts a new one. */
  readonly idleMs: number;
};

/** A thread that works for a queue. It starts with the first task. */
type QueueThread = { readonly close: () => Promise<void> };

export type WorkQueue<Worker extends QueueThread> = {
  /**
   * Runs a task, one at a time and in order. A task that exceeds the deadline is `Unavailable` of kind `timeout`. A
   * task that finds the queue full or has waited too long is of kind `quota` and counts as not sent. A task after
   * `close` is of kind `unavailable`.
   */
  readonly run: <A>(work: (thread: Worker) => Promise<A>) => Promise<Either<Unavailable, A>>;
  readonly close: () => Promise<void>;
};

const failed = (why: string, kind: Unavailable['kind']) => E.left(unavailable('document_reader', new Error(why), kind));

/**
 * Nothing was done yet and there is room again soon: it does not count as an attempt, and the photo is not to blame.
 */
const busy = (why: string) =>
  E.left({ ...unavailable('document_reader', new Error(why), 'quota', 1), notSent: true as const });

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
  return { current: () => thread, stayAwake: stopIdleTimer, renew: restart, rest: startIdleTimer };
};

export const createWorkQueue = <Worker extends QueueThread>(
  open: () => Worker,
  options: QueueOptions,
): WorkQueue<Worker> => {
  const { deadlineMs, idleMs, maxWaiting } = options;
  const threads = restartableThread(open, idleMs);
  const takeTurn = createTurnQueue();
  let [closed, admitted] = [false, 0];

  const runInTime = async <A>(work: (thread: Worker) => Promise<A>, ready: Promise<void>) => {
    const deadline = performance.now() + deadlineMs;
    // A task waits for at most half of the deadline. One that starts later would not finish in time, and would end the
    // thread that the next task needs.
    if ((await withDeadline(deadlineMs / 2, ready)) === overdue) return busy('waited too long for its turn');
    if (closed) return failed('the reader is closed', 'unavailable');
    threads.stayAwake();
    const answer = await withDeadline(deadline - performance.now(), work(threads.current()));
    if (answer !== overdue) return E.right(answer);
    void threads.renew();
    return failed('did not finish before the deadline', 'timeout');
  };

  return {
    run: async (work) => {
      if (closed) return failed('the reader is closed', 'unavailable');
      if (admitted > maxWaiting) return busy('too many documents wait to be read');
      const { release, ready } = takeTurn();
      admitted += 1;
      try {
        return await runInTime(work, ready);
      } catch (cause) {
        void threads.renew();
        return E.left(unavailable('document_reader', cause));
      } finally {
        admitted -= 1;
        release();
        if (admitted === 0 && !closed) threads.rest();
      }
    },
    close: () => {
      closed = true;
      return threads.renew();
    },
  };
};
