/** How long two like requests took: one that names somebody else's thing, and one that names nobody's; milliseconds. */
export type Took = { readonly place: string; readonly theirs: number; readonly missing: number };

/** Loose, so that a busy machine is no fault of the service: so many times as long, and so many milliseconds longer. */
const [leastTimes, leastMs] = [10, 5];

/** How many requests a place needs, before their median says anything of it. */
const enough = 10;

export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const isTelling = (took: readonly Took[]): boolean => {
  const [less = 0, more = 0] = [median(took.map((t) => t.theirs)), median(took.map((t) => t.missing))].sort(
    (a, b) => a - b,
  );
  return more > less * leastTimes && more - less > leastMs;
};

/** The places where the time of an answer tells somebody else's from nobody's, and `all places` where all together do. */
export const tellingPlaces = (took: readonly Took[]): readonly string[] => {
  const telling = [...new Set(took.map(({ place }) => place))].filter((place) => {
    const own = took.filter((one) => one.place === place);
    return own.length >= enough && isTelling(own);
  });
  return isTelling(took) ? ['all places', ...telling] : telling;
};
