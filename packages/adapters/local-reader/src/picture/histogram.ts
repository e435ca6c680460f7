/** How many pixels have each level. */
const histogramOf = (data: Uint8Array): Uint32Array => {
  const counts = new Uint32Array(256);
  for (let at = 0; at < data.length; at += 1) {
    const level = data[at] ?? 0;
    counts[level] = (counts[level] ?? 0) + 1;
  }
  return counts;
};

/** The level below which the given share of all counted values lies. */
export const percentile = (counts: ArrayLike<number>, share: number): number => {
  let all = 0;
  for (let level = 0; level < counts.length; level += 1) all += counts[level] ?? 0;
  let seen = 0;
  for (let level = 0; level < counts.length; level += 1) {
    seen += counts[level] ?? 0;
    if (seen >= all * share) return level;
  }
  return -1;
};

/**
 * The level of ink, below which the given share of the pixels lies, and the distance from there to the level of paper,
 * above which as many lie; at least `minRange`.
 */
export const inkRangeOf = (
  data: Uint8Array,
  share: number,
  minRange: number,
): { readonly ink: number; readonly range: number } => {
  const counts = histogramOf(data);
  const ink = percentile(counts, share);
  return { ink, range: Math.max(minRange, percentile(counts, 1 - share) - ink) };
};
