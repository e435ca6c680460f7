/** The calls to one provider that have not returned yet. */
export type InFlightCalls = {
  /** Runs a call with a signal that ends it: with the call that it is nested in, if any, and when all are closed. */
  readonly run: <Result>(
    call: (signal: AbortSignal) => Promise<Result>,
    enclosing: AbortSignal | undefined,
  ) => Promise<Result>;
  /** Ends every call, now and from now on; settles when the last of them has returned. */
  readonly close: () => Promise<void>;
  readonly isClosed: () => boolean;
};

export const inFlightCalls = (): InFlightCalls => {
  const running = new Map<AbortController, Promise<unknown>>();
  let closed = false;
  return {
    run: async (call, enclosing) => {
      const controller = new AbortController();
      const end = (): void => controller.abort();
      if (closed || enclosing?.aborted) end();
      enclosing?.addEventListener('abort', end);
      try {
        const answer = call(controller.signal);
        running.set(controller, answer);
        return await answer;
      } finally {
        enclosing?.removeEventListener('abort', end);
        running.delete(controller);
      }
    },
    close: async () => {
      closed = true;
      const remaining = [...running];
      for (const [controller] of remaining) controller.abort();
      await Promise.allSettled(remaining.map(([, answer]) => answer));
    },
    isClosed: () => closed,
  };
};
