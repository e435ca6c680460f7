import { E, type Either, type Unavailable, unavailable } from '@portcullis/domain';
import { before, overdue } from './deadline.ts';
import { createLane } from './lane.ts';

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
type Thread = { readonly close: () => Promise<void> };

export type Queue<Worker extends Thread> = {
  /**
   * Runs a task, one at a time and in order. A task that exceeds the deadline is `Unavailable` of kind `timeout`. A
   * task that finds the queue full or has waited too long is of kind `quota` and counts as not sent. A task after
   * `close` is of kind `unavailable`.
   */
  readonly done: <A>(work: (thread: Worker) => Promise<A>) => Promise<Either<Unavailable, A>>;
  readonly close: () => Promise<void>;
};

const refused = (why: string, kind: Unavailable['kind']) =>
  E.left(unavailable('document_reader', new Error(why), kind));

/**
 * Nothing was done yet and there is room again soon: it does not count as an attempt, and the photo is not to blame.
 */
const busy = (why: string) =>
  E.left({ ...unavailable('document_reader', new Error(why), 'quota', 1), notAsked: true as const });

/** Holds the current thread. A restart ends it whatever it does, and the next task gets a new one. */
const createThreads = <Worker extends Thread>(open: () => Worker, idleMs: number) => {
  let thread = open();
  let idle: NodeJS.Timeout | undefined;
  const stayAwake = (): void => clearTimeout(idle);
  const renew = (): Promise<void> => {
    stayAwake();
    const old = thread;
    thread = open();
    return old.close();
  };
  const rest = (): void => {
    stayAwake();
    idle = setTimeout(renew, idleMs).unref();
  };
  return { now: () => thread, stayAwake, renew, rest };
};

export const createQueue = <Worker extends Thread>(open: () => Worker, options: QueueOptions): Queue<Worker> => {
  const { deadlineMs, idleMs, maxWaiting } = options;
  const threads = createThreads(open, idleMs);
  const queueUp = createLane();
  let [closed, present] = [false, 0];

  const inTime = async <A>(work: (thread: Worker) => Promise<A>, turn: Promise<void>) => {
    const deadline = performance.now() + deadlineMs;
    // A task waits for at most half of the deadline. One that starts later would not finish in time, and would end the
    // thread that the next task needs.
    if ((await before(deadlineMs / 2, turn)) === overdue) return busy('waited too long for its turn');
    if (closed) return refused('the reader is closed', 'unavailable');
    threads.stayAwake();
    const answer = await before(deadline - performance.now(), work(threads.now()));
    if (answer !== overdue) return E.right(answer);
    void threads.renew();
    return refused('did not finish before the deadline', 'timeout');
  };

  return {
    done: async (work) => {
      if (closed) return refused('the reader is closed', 'unavailable');
      if (present > maxWaiting) return busy('too many documents wait to be read');
      const { leave, turn } = queueUp();
      present += 1;
      try {
        return await inTime(work, turn);
      } catch (cause) {
        void threads.renew();
        return E.left(unavailable('document_reader', cause));
      } finally {
        present -= 1;
        leave();
        if (present === 0 && !closed) threads.rest();
      }
    },
    close: () => {
      closed = true;
      return threads.renew();
    },
  };
};
