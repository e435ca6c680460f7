/** Limits the number of concurrent calls, and the number of calls that wait for one of them to end. */
export type Bulkhead = {
  /**
   * Resolves to `true` when there is a free slot, which must be released afterwards. Resolves to `false` immediately
   * when too many calls wait already, and when `waitMs` have passed or the call has ended before a slot was free.
   * Waiting calls are admitted in the order of arrival.
   */
  readonly acquire: (waitMs: number, signal: AbortSignal) => Promise<boolean>;
  readonly release: () => void;
};

type Admit = () => void;

const waitInQueue = (queue: Set<Admit>, waitMs: number, signal: AbortSignal): Promise<boolean> =>
  new Promise((resolve) => {
    const settle = (isAdmitted: boolean): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', reject);
      queue.delete(admit);
      resolve(isAdmitted);
    };
    const admit = (): void => settle(true);
    const reject = (): void => settle(false);
    const timer = setTimeout(reject, waitMs);
    signal.addEventListener('abort', reject);
    queue.add(admit);
  });

export const newBulkhead = (concurrency: number, maxQueue: number): Bulkhead => {
  let freeSlots = concurrency;
  const queue = new Set<Admit>();
  return {
    acquire: async (waitMs, signal) => {
      if (freeSlots === 0) return queue.size < maxQueue && !signal.aborted && waitInQueue(queue, waitMs, signal);
      freeSlots -= 1;
      return true;
    },
    release: () => {
      // The slot is handed over directly: a call that arrives in between cannot take it.
      const [next] = queue;
      if (next === undefined) freeSlots += 1;
      else next();
    },
  };
};
