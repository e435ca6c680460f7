import { orAborted } from './or-aborted.ts';

type Work<A> = () => Promise<A>;

/**
 * Lets a statement on the whole database (`VACUUM`, a checkpoint) run while no write of this process is under way, and
 * writes while none runs. PocketBase sends such a statement over another connection than its writes: a transaction that
 * began before it has an old view of the database, may write no more, and is tried again in vain for seconds, in which
 * every other write waits for it.
 *
 * It is the statement that waits, and not the writes: while a long one is under way, such as a file that moves, others go
 * on, and a statement whose turn does not come soon is rejected with the code `underWay`, to be tried later. A
 * write waits for as long as a statement takes, and a quarter of a second at most before it begins.
 */
export type Turns = {
  readonly write: <A>(work: Work<A>, signal?: AbortSignal) => Promise<A>;
  readonly alone: <A>(work: Work<A>, signal?: AbortSignal) => Promise<A>;
};

/** What a statement is rejected with whose turn does not come. */
export const underWay = 'WRITES_UNDER_WAY';

/** For how many milliseconds a statement waits, while others write, for those that were under way when it came. */
const patienceMs = 1000;

/** For how many milliseconds it then keeps new ones from beginning, until those that came meanwhile have ended. */
const soonMs = 250;

/** How often it tries that. */
const tries = 3;

const notNow = (): Error => Object.assign(new Error('writes are under way that do not end soon'), { code: underWay });

/** Whether a wait is over within some milliseconds. */
const endsWithin = async (ms: number, wait: Promise<void>): Promise<boolean> => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), ms);
  });
  try {
    return await Promise.race([wait.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
};

export const newTurns = (): Turns => {
  const writes = new Set<Promise<unknown>>();
  /** Whoever finds this empty goes on at once, without giving up the processor: else two could. */
  let shut: Promise<void> | null = null;

  const allEnded = (): Promise<void> => Promise.allSettled([...writes]).then(() => undefined);

  /** Lets no further write begin, and does the work once those under way have ended; `null` when they do not soon. */
  const attempt = async <A>(work: Work<A>, signal: AbortSignal | undefined): Promise<{ readonly done: A } | null> => {
    let open = (): void => undefined;
    shut = new Promise((resolve) => {
      open = resolve;
    });
    try {
      const isFree = await endsWithin(soonMs, orAborted(allEnded(), signal));
      return isFree ? { done: await work() } : null;
    } finally {
      shut = null;
      open();
    }
  };

  return {
    write: async (work, signal) => {
      while (shut !== null) await orAborted(shut, signal);
      const running = work();
      writes.add(running);
      try {
        return await running;
      } finally {
        writes.delete(running);
      }
    },
    alone: async (work, signal) => {
      for (let left = tries; left > 0; left -= 1) {
        if (!(await endsWithin(patienceMs, orAborted(allEnded(), signal)))) break;
        while (shut !== null) await orAborted(shut, signal);
        const outcome = await attempt(work, signal);
        if (outcome !== null) return outcome.done;
      }
      throw notNow();
    },
  };
};
