/** One request that waits for events of a partner. */
export type FeedWait = {
  /**
   * Answers `true` as soon as the feed has come further than this place, and `false` once the time is over, `end` was
   * called, or the service stops.
   */
  readonly hasPassed: (place: number) => Promise<boolean>;
  /** Ends the wait. Called again it does nothing. */
  readonly end: () => void;
};

/** Watches the feeds of the partners for whom somebody waits, for all of them together. */
export type FeedWatch = {
  /** Begins to wait for at most `waitMs`; `null` while the maximum waits, for this partner or in all. */
  readonly begin: (partnerId: string, waitMs: number) => FeedWait | null;
};
