import { E, type TaskEither } from '../fp.ts';

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
 * `rejection` at once, so that the memory it holds is freed. A task receives whether it had to wait.
 */
export const boundedKeyedMutex = <Left, Right>(waiting: number, rejection: Left) => {
  const mutex = keyedMutex();
  const counts = new Map<string, number>();
  const count = (key: string): number => counts.get(key) ?? 0;
  const leave = (key: string): void => {
    if (count(key) > 1) counts.set(key, count(key) - 1);
    else counts.delete(key);
  };
  return (key: string, task: (hasWaited: boolean) => TaskEither<Left, Right>): TaskEither<Left, Right> =>
    async () => {
      if (count(key) > waiting) return E.left(rejection);
      const hasWaited = count(key) > 0;
      counts.set(key, count(key) + 1);
      try {
        return await mutex(key, task(hasWaited))();
      } finally {
        leave(key);
      }
    };
};
