/** The result of `withDeadline` when the time has expired. */
export const overdue = Symbol('overdue');

/**
 * Resolves to the task's result, or to `overdue` after the given milliseconds. It leaves no timer behind and no
 * unhandled rejection.
 */
export const withDeadline = async <A>(milliseconds: number, task: Promise<A>): Promise<A | typeof overdue> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<typeof overdue>((resolve) => {
    timer = setTimeout(resolve, Math.max(0, milliseconds), overdue);
  });
  try {
    return await Promise.race([task, late]);
  } finally {
    clearTimeout(timer);
  }
};
