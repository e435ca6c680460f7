/** When writes were acknowledged, in milliseconds of `performance.now()`. */
export type WriteTimes = {
  readonly acknowledgedAt: (ms: number) => void;
  /** The longest time without an acknowledgement from a moment until another one. */
  readonly longestGap: (from: number, to: number) => number;
  /** The last acknowledgement; 0 before the first. */
  readonly last: () => number;
};

export const newWriteTimes = (): WriteTimes => {
  const times: number[] = [];
  return {
    acknowledgedAt: (ms) => void times.push(ms),
    longestGap: (from, to) => {
      const within = times.filter((at) => at > from && at < to).toSorted((a, b) => a - b);
      const marks = [from, ...within, to];
      return Math.max(...marks.slice(1).map((at, before) => at - (marks[before] ?? at)));
    },
    last: () => times.at(-1) ?? 0,
  };
};
