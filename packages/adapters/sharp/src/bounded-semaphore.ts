import { semaphore } from './semaphore.ts';

/** The result when no permit became free in time. */
export const busy = Symbol('busy');

type Bounds = {
  /** How many tasks may wait. One more is refused at once. */
  readonly maxWaiting: number;
  /** How long each task may wait, in milliseconds. */
  readonly maxWaitMs: number;
};

type BoundedSemaphore = <Value>(task: () => Promise<Value>) => Promise<Value | typeof busy>;

/** Lets at most a given number of tasks run at once. The others wait in order of arrival, or get `busy`. */
export const boundedSemaphore = (permits: number, { maxWaiting, maxWaitMs }: Bounds): BoundedSemaphore => {
  const limited = semaphore(permits);
  let admitted = 0;
  return async (task) => {
    if (admitted >= permits + maxWaiting) return busy;
    admitted += 1;
    // A task that has given up keeps its place in the queue until its turn, but releases everything that it refers to.
    let work: typeof task | null = task;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<typeof busy>((resolve) => {
      timer = setTimeout(() => {
        work = null;
        resolve(busy);
      }, maxWaitMs);
    });
    const done = limited(async () => {
      clearTimeout(timer);
      return work === null ? busy : work();
    });
    try {
      return await Promise.race([done, late]);
    } finally {
      admitted -= 1;
    }
  };
};
