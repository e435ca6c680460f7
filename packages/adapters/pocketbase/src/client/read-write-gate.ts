import { rejectOnAbort } from './reject-on-abort.ts';

type Work<A> = () => Promise<A>;

/**
 * A gate that lets a statement on the whole database (`VACUUM`, a checkpoint) run only while no write of this process
 * is in flight, and lets writes run only while no statement does. PocketBase executes such a statement on another
 * connection than its writes. A transaction that began before the statement has an old view of the database and may not
 * write any more; PocketBase retries it in vain for seconds, and every other write waits for it.
 *
 * The statement waits for the writes, and not the other way round. While a long write is in flight, such as the
 * transfer of a file, other writes proceed, and a statement that cannot start soon is rejected with the code
 * `writesInFlight`, to be retried later. A write waits as long as a running statement takes, and a quarter of a second
 * at most for one that has not started.
 */
export type ReadWriteGate = {
  readonly shared: <A>(work: Work<A>, signal?: AbortSignal) => Promise<A>;
  readonly exclusive: <A>(work: Work<A>, signal?: AbortSignal) => Promise<A>;
};

/** The error code of a statement that could not start. */
export const writesInFlight = 'WRITES_UNDER_WAY';

/**
 * How many milliseconds a statement waits for the writes that were in flight when it came, while new ones may begin.
 */
const drainMs = 1000;

/** How many milliseconds it then blocks new writes, until the remaining ones have ended. */
const blockMs = 250;

/** How often it tries both. */
const maxAttempts = 3;

const writesInFlightError = (): Error =>
  Object.assign(new Error('writes are under way that do not end soon'), { code: writesInFlight });

/** Whether a promise settles within a number of milliseconds. */
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

export const newReadWriteGate = (): ReadWriteGate => {
  const writes = new Set<Promise<unknown>>();
  /** A caller that finds this `null` proceeds synchronously. If it yielded first, two callers could proceed. */
  let blocked: Promise<void> | null = null;

  const drained = (): Promise<void> => Promise.allSettled([...writes]).then(() => undefined);

  /** Blocks new writes and runs the work after those in flight have ended; returns `null` when they do not end soon. */
  const attempt = async <A>(work: Work<A>, signal: AbortSignal | undefined): Promise<{ readonly done: A } | null> => {
    let unblock = (): void => undefined;
    blocked = new Promise((resolve) => {
      unblock = resolve;
    });
    try {
      const hasDrained = await endsWithin(blockMs, rejectOnAbort(drained(), signal));
      return hasDrained ? { done: await work() } : null;
    } finally {
      blocked = null;
      unblock();
    }
  };

  return {
    shared: async (work, signal) => {
      while (blocked !== null) await rejectOnAbort(blocked, signal);
      const running = work();
      writes.add(running);
      try {
        return await running;
      } finally {
        writes.delete(running);
      }
    },
    exclusive: async (work, signal) => {
      for (let attemptsLeft = maxAttempts; attemptsLeft > 0; attemptsLeft -= 1) {
        if (!(await endsWithin(drainMs, rejectOnAbort(drained(), signal)))) break;
        while (blocked !== null) await rejectOnAbort(blocked, signal);
        const outcome = await attempt(work, signal);
        if (outcome !== null) return outcome.done;
      }
      throw writesInFlightError();
    },
  };
};
