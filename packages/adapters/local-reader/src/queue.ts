import { E, type Either, type Unavailable, unavailable } from '@portcullis/domain';
import { before, overdue } from './deadline.ts';
import { createLane } from './lane.ts';

export type QueueOptions = {
  /** How long one piece of work may take, waiting included, before it is given up; half of it at most is waited. */
  readonly deadlineMs: number;
  /** How many pieces may wait for the one that is done; one more is refused at once. */
  readonly maxWaiting: number;
  /** After so long without work the thread is ended and its memory given back; the next piece starts another. */
  readonly idleMs: number;
};

/** A thread that works for a queue; it starts with the first piece. */
type Thread = { readonly close: () => Promise<void> };

export type Queue<Worker extends Thread> = {
  /**
   * Does a piece of work, one at a time and in order. One that is overdue is `Unavailable` of kind `timeout`, one too
   * many, or one that waited too long, of kind `quota` and as not asked, one after `close` of kind `unavailable`.
   */
  readonly done: <A>(work: (thread: Worker) => Promise<A>) => Promise<Either<Unavailable, A>>;
  readonly close: () => Promise<void>;
};

const refused = (why: string, kind: Unavailable['kind']) =>
  E.left(unavailable('document_reader', new Error(why), kind));

/** Nothing was done yet, and shortly there is room again: no try, and no reason to put it down to the photo. */
const busy = (why: string) =>
  E.left({ ...unavailable('document_reader', new Error(why), 'quota', 1), notAsked: true as const });

/** The thread that works now: `renew` ends it wherever it is, and the next piece of work gets another. */
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
    // Not longer than half: whose turn comes later is not done in time, and ends the thread that the next one needs.
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
