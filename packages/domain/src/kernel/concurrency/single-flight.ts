import type { TaskEither } from '../fp.ts';

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
