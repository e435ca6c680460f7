/** The level below which the given share of all counted values lies. */
export const percentile = (counts: ArrayLike<number>, share: number): number => {
  let all = 0;
  for (let level = 0; level < counts.length; level += 1) all += counts[level] ?? 0;
  let seen = 0;
  for (let level = 0; level < counts.length; level += 1) {
    seen += counts[level] ?? 0;
    if (seen >= all * share) return level;
  }
  return 0;
};

/** Counts one more value at a level. Values above the last level are counted there. */
export const addToHistogram = (counts: Uint32Array, level: number): void => {
  const at = Math.min(counts.length - 1, Math.round(level));
  counts[at] = (counts[at] ?? 0) + 1;
};
