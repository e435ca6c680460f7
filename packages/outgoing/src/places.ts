/** Limits the number of concurrent calls, and the number of calls that wait for one of them to end. */
export type Places = {
  /**
   * Resolves to `true` when there is a free slot, which must be released afterwards. Resolves to `false` immediately
   * when too many calls wait already, and when `waitMs` have passed or the call has ended before a slot was free.
   * Waiting calls are admitted in the order of arrival.
   */
  readonly enter: (waitMs: number, signal: AbortSignal) => Promise<boolean>;
  readonly leave: () => void;
};

type LetIn = () => void;

const waitIn = (queue: Set<LetIn>, waitMs: number, signal: AbortSignal): Promise<boolean> =>
  new Promise((resolve) => {
    const settle = (hasPlace: boolean): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', giveUp);
      queue.delete(letIn);
      resolve(hasPlace);
    };
    const letIn = (): void => settle(true);
    const giveUp = (): void => settle(false);
    const timer = setTimeout(giveUp, waitMs);
    signal.addEventListener('abort', giveUp);
    queue.add(letIn);
  });

export const newPlaces = (concurrency: number, longest: number): Places => {
  let free = concurrency;
  const queue = new Set<LetIn>();
  return {
    enter: async (waitMs, signal) => {
      if (free === 0) return queue.size < longest && !signal.aborted && waitIn(queue, waitMs, signal);
      free -= 1;
      return true;
    },
    leave: () => {
      // The slot is handed over directly: a call that arrives in between cannot take it.
      const [next] = queue;
      if (next === undefined) free += 1;
      else next();
    },
  };
};
