/** Lets at most `width` tasks run at once; the others wait in the order in which they came. */
export const lanes = (width: number): (<Value>(task: () => Promise<Value>) => Promise<Value>) => {
  const waiting: (() => void)[] = [];
  let free = width;

  const enter = async (): Promise<void> => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resume) => waiting.push(resume));
  };
  // A place that is given up goes straight to the one who waits longest, so that nobody can slip in between.
  const leave = (): void => {
    const next = waiting.shift();
    if (next === undefined) free += 1;
    else next();
  };

  return async (task) => {
    await enter();
    try {
      return await task();
    } finally {
      leave();
    }
  };
};
