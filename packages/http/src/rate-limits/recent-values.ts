import { lruCache } from '@portcullis/domain/kernel';

const keptMs = 60_000;

/**
 * Makes a function that answers the value of a key, and keeps both for a minute at most. The keys are addresses and
 * names of callers, which must not stay in memory longer than the counts of their requests.
 */
export const recentValues = <Value>(maxEntries: number): ((key: string, make: () => Value) => Value) => {
  let kept = lruCache<string, Value>(maxEntries);
  let isEmpty = true;
  const clear = (): void => {
    kept = lruCache(maxEntries);
    isEmpty = true;
  };
  return (key, make) => {
    const known = kept.get(key);
    if (known !== undefined) return known;
    if (isEmpty) setTimeout(clear, keptMs).unref();
    isEmpty = false;
    const made = make();
    kept.set(key, made);
    return made;
  };
};
