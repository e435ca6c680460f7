import { traceUnderWay } from './trace.ts';

/** The calls to one provider that have not returned yet. */
export type CallsUnderWay = {
  /** Runs a call with a signal that ends it: with the call that it is nested in, if any, and when all are closed. */
  readonly run: <Answer>(call: (ended: AbortSignal) => Promise<Answer>) => Promise<Answer>;
  /** Ends every call, now and from now on; settles when the last of them has returned. */
  readonly close: () => Promise<void>;
};

export const callsUnderWay = (): CallsUnderWay => {
  const running = new Map<AbortController, Promise<unknown>>();
  let closed = false;
  return {
    run: async (call) => {
      const own = new AbortController();
      const end = (): void => own.abort();
      const outer = traceUnderWay()?.signal;
      if (closed || outer?.aborted) end();
      outer?.addEventListener('abort', end);
      try {
        const answer = call(own.signal);
        running.set(own, answer);
        return await answer;
      } finally {
        outer?.removeEventListener('abort', end);
        running.delete(own);
      }
    },
    close: async () => {
      closed = true;
      const left = [...running];
      for (const [own] of left) own.abort();
      await Promise.allSettled(left.map(([, answer]) => answer));
    },
  };
};
