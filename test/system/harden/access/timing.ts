/**
 * The durations of two similar requests in milliseconds: one names another tenant's resource, and one names a resource
 * that does not exist.
 */
export type TimingPair = { readonly place: string; readonly theirs: number; readonly missing: number };

/**
 * The limits are loose, so that a busy machine does not look like a fault of the service: a minimum ratio and a minimum
 * difference in milliseconds.
 */
const minRatio = 10;
const minDifferenceMs = 5;

/** The number of requests that a place needs before its median is meaningful. */
const minSamples = 10;

export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const isDistinguishable = (took: readonly TimingPair[]): boolean => {
  const [less = 0, more = 0] = [median(took.map((t) => t.theirs)), median(took.map((t) => t.missing))].sort(
    (a, b) => a - b,
  );
  return more > less * minRatio && more - less > minDifferenceMs;
};

/**
 * Answers the places where the response time distinguishes another tenant's resource from a missing one; `all places`
 * stands for all of them together.
 */
export const distinguishablePlaces = (took: readonly TimingPair[]): readonly string[] => {
  const telling = [...new Set(took.map(({ place }) => place))].filter((place) => {
    const own = took.filter((one) => one.place === place);
    return own.length >= minSamples && isDistinguishable(own);
  });
  return isDistinguishable(took) ? ['all places', ...telling] : telling;
};
