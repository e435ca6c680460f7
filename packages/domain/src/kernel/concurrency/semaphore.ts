import { E, type Either } from '../fp.ts';
import { firstOf, type Trigger } from './first-of.ts';

/** `queue_full`: too many tasks waited already. `waited_too_long`: the wait was ended before a permit was free. */
export type SemaphoreRejection = 'queue_full' | 'waited_too_long';

/** How many tasks run, and how many wait for their turn. */
export type QueueLoad = { readonly running: number; readonly waiting: number };

/** Called when a queue is created, with what reads its load. */
export type WatchQueue = (load: () => QueueLoad) => void;

export type BoundedSemaphore = {
  /**
   * Runs a task when a permit is free. Tasks wait in order of arrival, each until `endWait` fires. A rejected task was
   * not started, and nothing refers to it any more.
   */
  readonly run: <A>(task: () => Promise<A>, endWait: Trigger) => Promise<Either<SemaphoreRejection, A>>;
  /** Whether no task runs and none waits. */
  readonly isIdle: () => boolean;
  readonly load: () => QueueLoad;
};

const never: Trigger = () => () => undefined;

/** Lets at most `permits` tasks run at once, and at most `maxWaiting` more wait for one of them to end. */
export const boundedSemaphore = (permits: number, maxWaiting: number): BoundedSemaphore => {
  let free = permits;
  const queue = new Set<() => void>();
  const inQueue: Trigger = (admit) => {
    queue.add(admit);
    return () => void queue.delete(admit);
  };
  const acquire = async (endWait: Trigger): Promise<SemaphoreRejection | 'acquired'> => {
    if (free === 0 && queue.size >= maxWaiting) return 'queue_full';
    if (free === 0) {
      return firstOf<SemaphoreRejection | 'acquired'>([
        ['acquired', inQueue],
        ['waited_too_long', endWait],
      ]);
    }
    free -= 1;
    return 'acquired';
  };
  // The permit is handed over directly: a task that arrives in between cannot take it.
  const release = (): void => {
    const [next] = queue;
    if (next === undefined) free += 1;
    else next();
  };
  return {
    run: async (task, endWait) => {
      const outcome = await acquire(endWait);
      if (outcome !== 'acquired') return E.left(outcome);
      try {
        return E.right(await task());
      } finally {
        release();
      }
    },
    isIdle: () => free === permits,
    load: () => ({ running: permits - free, waiting: queue.size }),
  };
};

/** Lets at most `permits` tasks run at once. The others wait in order of arrival, however many and however long. */
export const semaphore = (permits: number, watch?: WatchQueue): (<A>(task: () => Promise<A>) => Promise<A>) => {
  const { load, run } = boundedSemaphore(permits, Number.POSITIVE_INFINITY);
  watch?.(load);
  return async (task) => {
    const result = await run(task, never);
    if (E.isLeft(result)) throw new Error(`a semaphore without bounds answered ${result.left}`);
    return result.right;
  };
};
