/** Waits for `work`, but at most `ms` milliseconds. */
export const withTimeLimit = async (ms: number, work: Promise<unknown>): Promise<void> => {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work.then(() => undefined), limit]);
  clearTimeout(timer);
};
