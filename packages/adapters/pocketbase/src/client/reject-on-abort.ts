/**
 * Settles when `work` does, or rejects when the signal aborts. It is meant for work that other callers wait for as
 * well.
 */
export const rejectOnAbort = <A>(work: Promise<A>, signal: AbortSignal | undefined): Promise<A> =>
  new Promise((resolve, reject) => {
    const abort = (): void => reject(new Error('aborted'));
    if (signal?.aborted) abort();
    signal?.addEventListener('abort', abort, { once: true });
    void work.then(resolve, reject).finally(() => signal?.removeEventListener('abort', abort));
  });
