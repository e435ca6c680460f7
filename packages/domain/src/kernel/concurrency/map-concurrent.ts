/** How many run at once: one that waits for a provider with an outage must not block all the others. */
const defaultConcurrency = 10;

/**
 * Does something for each of the items, for some of them at the same time, and answers the results in the order of the
 * items. They are started in that order.
 */
export const mapConcurrent = async <A, B>(
  items: readonly A[],
  work: (item: A) => Promise<B>,
  concurrency = defaultConcurrency,
): Promise<readonly B[]> => {
  const results: B[] = [];
  const left = items.entries();
  const worker = async (): Promise<void> => {
    for (const [index, item] of left) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  return results;
};
