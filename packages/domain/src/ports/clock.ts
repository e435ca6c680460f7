/** The time, in milliseconds since 1970 (UTC). */
export type Clock = {
  readonly now: () => number;
  /**
   * Whether anything may be judged by this time now. It is `false` while the clock and those that it is compared with
   * differ too much: nobody knows then which of them is wrong. A clock without it is always believed.
   */
  readonly isTrusted?: () => boolean;
  /**
   * Milliseconds since some fixed moment of this process. They never go back, and nobody sets them: pauses within the
   * process are measured by them, which would last as long as the clock was ahead otherwise. A clock that nobody sets
   * needs none.
   */
  readonly monotonic?: () => number;
};

/** The milliseconds by which pauses are measured. They say nothing of the time of day. */
export const monotonicNow = ({ monotonic, now }: Clock): number => (monotonic ? monotonic() : now());

/** A clock, or a function that answers the time as a `Date` or in milliseconds since 1970. */
export type ClockInput = Clock | (() => Date | number);

/** The milliseconds of what a function answers. `Number` alone takes nothing, a truth and a text for a time, too. */
const millisecondsOf = (answer: unknown): number => {
  if (typeof answer === 'number') return answer;
  return answer instanceof Date ? answer.getTime() : Number.NaN;
};

/** Makes a clock of either, and throws where it is none or answers no time. */
export const clockOf = (given: ClockInput): Clock => {
  const clock = typeof given === 'function' ? { now: () => millisecondsOf(given()) } : given;
  if (typeof clock.now !== 'function' || !Number.isFinite(clock.now()))
    throw new TypeError(
      typeof given === 'function'
        ? 'the clock answers neither a Date nor milliseconds since 1970'
        : 'the clock has no now() that answers milliseconds since 1970; a function may answer a Date',
    );
  return clock;
};
