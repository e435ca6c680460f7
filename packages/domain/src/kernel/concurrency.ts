import { E, type TaskEither, TE } from './fp.ts';

/** Runs tasks of one key one after another, and tasks of different keys at the same time. */
export const keyedMutex = (): (<Left, Right>(
  key: string,
  task: TaskEither<Left, Right>,
) => TaskEither<Left, Right>) => {
  const tails = new Map<string, Promise<unknown>>();
  return (key, task) => () => {
    const run = (tails.get(key) ?? Promise.resolve()).then(task, task);
    tails.set(key, run);
    const forget = (): void => {
      if (tails.get(key) === run) tails.delete(key);
    };
    run.then(forget, forget);
    return run;
  };
};

/**
 * Works like `keyedMutex`, but for one key only `waiting` tasks wait for the one that runs. A further one is answered
 * `rejection` at once, so that the memory it holds is freed.
 */
export const boundedKeyedMutex = <Left, Right>(waiting: number, rejection: Left) => {
  const mutex = keyedMutex();
  const counts = new Map<string, number>();
  const count = (key: string): number => counts.get(key) ?? 0;
  const leave = (key: string): void => {
    if (count(key) > 1) counts.set(key, count(key) - 1);
    else counts.delete(key);
  };
  return (key: string, task: TaskEither<Left, Right>): TaskEither<Left, Right> =>
    async () => {
      if (count(key) > waiting) return E.left(rejection);
      counts.set(key, count(key) + 1);
      try {
        return await mutex(key, task)();
      } finally {
        leave(key);
      }
    };
};

/** Lets a task that is started while one of the same key runs share the result of that one. */
export const singleFlight = <Left, Right>(): ((
  key: string,
  task: TaskEither<Left, Right>,
) => TaskEither<Left, Right>) => {
  const inFlight = new Map<string, ReturnType<TaskEither<Left, Right>>>();
  return (key, task) => () => {
    const found = inFlight.get(key);
    if (found) return found;
    const run = task();
    inFlight.set(key, run);
    const forget = (): void => void inFlight.delete(key);
    run.then(forget, forget);
    return run;
  };
};

/** How many run at once: one that waits for a provider with an outage must not block all the others. */
const concurrency = 10;

/** Does something for each of the items, for some of them at the same time. */
export const forEachConcurrent = async <A>(items: readonly A[], work: (item: A) => Promise<void>): Promise<void> => {
  const left = items.values();
  const worker = async (): Promise<void> => {
    for (const item of left) await work(item);
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
};

/** Runs one task after another, and answers their results in that order; the first failure ends it. */
export const sequential = <A, B, Fault>(
  items: readonly A[],
  task: (item: A) => TaskEither<Fault, B>,
): TaskEither<Fault, readonly B[]> =>
  items.reduce<TaskEither<Fault, readonly B[]>>(
    (before, item) => TE.flatMap((all: readonly B[]) => TE.map((one: B) => [...all, one])(task(item)))(before),
    TE.right([]),
  );
