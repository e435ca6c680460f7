import { lanes } from './lanes.ts';

/** What is answered instead of a result when there was no place in time. */
export const busy = Symbol('busy');

type Bounds = {
  /** How many may wait; one more is told at once. */
  readonly maxWaiting: number;
  /** How long each may wait, in milliseconds. */
  readonly patienceMs: number;
};

type BoundedLanes = <Value>(task: () => Promise<Value>) => Promise<Value | typeof busy>;

/** Lets at most `width` tasks run at once. The others wait in the order in which they came, or are told that it is busy. */
export const boundedLanes = (width: number, { maxWaiting, patienceMs }: Bounds): BoundedLanes => {
  const inLane = lanes(width);
  let present = 0;
  return async (task) => {
    if (present >= width + maxWaiting) return busy;
    present += 1;
    // Who has given up keeps a place in the row until its turn, but nothing of what it was about.
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
