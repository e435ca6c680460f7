/** So many calls at once, and so many that wait for one of them to end. */
export type Places = {
  /**
   * Answers `true` when there is a place, which must be left then; `false` at once where too many wait already, and when
   * `waitMs` have passed or the call has ended without one. Who came first is let in first.
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
      // The place is handed over: nobody who comes in between can take it.
      const [next] = queue;
      if (next === undefined) free += 1;
      else next();
    },
  };
};
