import { lanes } from './lanes.ts';

/** The result when no permit became free in time. */
export const busy = Symbol('busy');

type Bounds = {
  /** How many tasks may wait. One more is refused at once. */
  readonly maxWaiting: number;
  /** How long each task may wait, in milliseconds. */
  readonly patienceMs: number;
};

type BoundedLanes = <Value>(task: () => Promise<Value>) => Promise<Value | typeof busy>;

/** Lets at most a given number of tasks run at once. The others wait in order of arrival, or get `busy`. */
export const boundedLanes = (width: number, { maxWaiting, patienceMs }: Bounds): BoundedLanes => {
  const inLane = lanes(width);
  let present = 0;
  return async (task) => {
    if (present >= width + maxWaiting) return busy;
    present += 1;
    // A task that has given up keeps its place in the queue until its turn, but releases everything that it refers to.
    let work: typeof task | null = task;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<typeof busy>((resolve) => {
      timer = setTimeout(() => {
        work = null;
        resolve(busy);
      }, patienceMs);
    });
    const done = inLane(async () => {
      clearTimeout(timer);
      return work === null ? busy : work();
    });
    try {
      return await Promise.race([done, late]);
    } finally {
      present -= 1;
    }
  };
};
