/** Lets at most a given number of tasks run at once. The others wait in order of arrival. */
export const semaphore = (permits: number): (<Value>(task: () => Promise<Value>) => Promise<Value>) => {
  const waiting: (() => void)[] = [];
  let free = permits;

  const acquire = async (): Promise<void> => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resume) => waiting.push(resume));
  };
  // A released permit goes directly to the task that has waited longest, so that no other task can take it in between.
  const release = (): void => {
    const next = waiting.shift();
    if (next === undefined) free += 1;
    else next();
  };

  return async (task) => {
    await acquire();
    try {
      return await task();
    } finally {
      release();
    }
  };
};
