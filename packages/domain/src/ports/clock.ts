/** The time, in milliseconds since 1970 (UTC). */
export type Clock = {
  readonly now: () => number;
  /**
   * Whether anything may be judged by this time now. It is `false` while the clock and those that it is compared with
   * differ too much: nobody knows then which of them is wrong. A clock without it is always believed.
   */
  readonly isTrusted?: () => boolean;
};
