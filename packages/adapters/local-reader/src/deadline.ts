/** What `before` answers when the time came first. */
export const overdue = Symbol('overdue');

/** What `task` answers, or `overdue` after so many milliseconds. No timer is left behind, and no rejection unheard. */
export const before = async <A>(milliseconds: number, task: Promise<A>): Promise<A | typeof overdue> => {
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
