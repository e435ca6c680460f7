/** How many at once: one that waits for a provider which is out must not hold up all the others. */
const lanes = 10;

/** Does something for each of the items, for some of them at the same time. */
export const inLanes = async <A>(items: readonly A[], work: (item: A) => Promise<void>): Promise<void> => {
  const left = items.values();
  const lane = async (): Promise<void> => {
    for (const item of left) await work(item);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
};
