/**
 * Settles when `work` does, or rejects when the signal aborts. It is meant for work that other callers wait for as
 * well.
 */
export const orAborted = <A>(work: Promise<A>, signal: AbortSignal | undefined): Promise<A> =>
  new Promise((resolve, reject) => {
    const stop = (): void => reject(new Error('aborted'));
    if (signal?.aborted) stop();
    signal?.addEventListener('abort', stop, { once: true });
    void work.then(resolve, reject).finally(() => signal?.removeEventListener('abort', stop));
  });
