import { maxSkewMs } from '../kernel/dates.ts';

export { maxSkewMs };

const secondMs = 1000;

/**
 * The time of another machine: `time` is its `Date` (RFC 9110 section 6.6.1) in milliseconds since 1970, which it has
 * cut to the second. It read its clock between `sentAt` and `receivedAt`, in milliseconds of the monotonic clock of
 * this process.
 */
export type TimeReading = { readonly time: number; readonly sentAt: number; readonly receivedAt: number };

/** By how many milliseconds another clock is ahead of the monotonic clock of this process: from `low` to `high`. */
export type ClockBounds = { readonly low: number; readonly high: number };

/** The bounds by a reading: the other machine read its clock during the exchange, and has cut off up to a second. */
export const boundsOf = ({ receivedAt, sentAt, time }: TimeReading): ClockBounds => ({
  low: time - receivedAt,
  high: time + secondMs - sentAt,
});

/** The median of some bounds, so that a single wrong answer has no effect. Both middle ones of an even number count. */
export const medianBounds = (all: readonly ClockBounds[]): ClockBounds | null => {
  const lows = all.map(({ low }) => low).toSorted((a, b) => a - b);
  const highs = all.map(({ high }) => high).toSorted((a, b) => a - b);
  const low = lows[Math.floor((all.length - 1) / 2)];
  const high = highs[Math.floor(all.length / 2)];
  return low === undefined || high === undefined ? null : { low, high };
};

/** The bounds that another one of them confirms, as far as two clocks may differ: a single wrong answer is in none. */
export const agreeingBounds = (all: readonly ClockBounds[]): readonly ClockBounds[] =>
  all.filter((one) =>
    all.some((other) => other !== one && one.low - other.high <= maxSkewMs && other.low - one.high <= maxSkewMs),
  );

/**
 * By how many milliseconds the clock of this machine is ahead of the other one, as far as that is proven; negative when
 * it is behind. `offset` is the clock of this machine less the monotonic clock of this process.
 */
export const skewOf = (offset: number, { high, low }: ClockBounds): number =>
  offset > high ? offset - high : Math.min(0, offset - low);

/** Whether the clock of this machine differs from the other one by more than it may. */
export const isSkewed = (offset: number, bounds: ClockBounds): boolean => Math.abs(skewOf(offset, bounds)) > maxSkewMs;

/**
 * The form of `Date` that RFC 9110, section 5.6.7 requires senders to use. `Date.parse` alone would accept almost
 * anything.
 */
const httpDateForm = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** The time of a header such as `Date`, in milliseconds since 1970; `null` for one that is missing or malformed. */
export const timeOfHeader = (value: string | null | undefined): number | null => {
  const time = httpDateForm.test(value ?? '') ? Date.parse(value ?? '') : Number.NaN;
  return Number.isNaN(time) ? null : time;
};
