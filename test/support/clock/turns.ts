/** Lets everything run that waits for nothing but other promises. */
export const turns = async (): Promise<void> => {
  for (let turn = 0; turn < 1000; turn += 1) await Promise.resolve();
};
