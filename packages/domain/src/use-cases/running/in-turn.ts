import type { TaskEither } from '../../fp.ts';

/** Runs tasks of one key one after another, and tasks of different keys at the same time. */
export const inTurn = (): (<Left, Right>(key: string, task: TaskEither<Left, Right>) => TaskEither<Left, Right>) => {
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

/** Lets a task that is asked for while one of the same key runs share its answer. */
export const joined = <Left, Right>(): ((key: string, task: TaskEither<Left, Right>) => TaskEither<Left, Right>) => {
  const running = new Map<string, ReturnType<TaskEither<Left, Right>>>();
  return (key, task) => () => {
    const found = running.get(key);
    if (found) return found;
    const run = task();
    running.set(key, run);
    const forget = (): void => void running.delete(key);
    run.then(forget, forget);
    return run;
  };
};
