type Work<A> = () => Promise<A>;

/**
 * Lets a statement on the whole database (`VACUUM`, a checkpoint) run while no write of this process is under way, and
 * writes while none runs. PocketBase sends such a statement over another connection than its writes: a transaction that
 * began before it has an old view of the database, may write no more, and is tried again in vain for seconds, in which
 * every other write waits for it.
 */
export type Turns = {
  readonly write: <A>(work: Work<A>, signal?: AbortSignal) => Promise<A>;
  readonly alone: <A>(work: Work<A>, signal?: AbortSignal) => Promise<A>;
};

const orAborted = (wait: Promise<void>, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = (): void => reject(new Error('aborted'));
    if (signal?.aborted) return stop();
    signal?.addEventListener('abort', stop, { once: true });
    void wait.then(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    });
  });

export const newTurns = (): Turns => {
  const writes = new Set<Promise<unknown>>();
  let shut: Promise<void> | null = null;

  const admitted = async (signal: AbortSignal | undefined): Promise<void> => {
    while (shut !== null) await orAborted(shut, signal);
  };

  return {
    write: async (work, signal) => {
      await admitted(signal);
      const running = work();
      writes.add(running);
      try {
        return await running;
      } finally {
        writes.delete(running);
      }
    },
    alone: async (work, signal) => {
      await admitted(signal);
      let open = (): void => undefined;
      shut = new Promise((resolve) => {
        open = resolve;
      });
      try {
        await orAborted(
          Promise.allSettled([...writes]).then(() => undefined),
          signal,
        );
        return await work();
      } finally {
        shut = null;
        open();
      }
    },
  };
};
